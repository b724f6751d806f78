"""Whose duty a sentence states: a worker's of this occupation, or somebody else's."""

import re

from orqa.engine import OccupationView
from orqa.engines.extractive import lexicon as lex
from orqa.engines.extractive.kinds import class_of

_LEAD = re.compile(
    r"^(?:if|when|upon|within|before|after|for|in|on|at|during|where|while|once|to|from|under|not) [^,]{3,160}, ",
    re.IGNORECASE,
)
_VERB = re.compile(r" (?:must|shall|may|should|is required|are required|has to|have to|need to|needs to)\b")
_AFTER_HEAD = re.compile(
    r" (?:of|who|whom|which|that|for|in|on|with|under|at|by|from|to|whose|having|[a-z]+ed|[a-z]+ing)\b|,"
)
_ANYBODY = lex.word_set(
    "employee worker licensee applicant permittee operator facility establishment person individual holder"
    " provider practitioner user staff crew member registrant permitholder candidate trainee team personnel"
    " professional business company firm institution organization contractor employer owner entity office"
    " manager supervisor driver technician agent"
)
_ROLES_OF_LAW = lex.word_set(
    "court judge board commission council department secretary director legislature governor parent child"
)
_ALSO_CALLED = {"attorney": "lawyer", "counsel": "lawyer", "doctor": "physician", "carrier": "driver"}
_LEADS_PEOPLE = re.compile(r"^(?:11-|13-|\d\d-1|23-|19-5|43-3|43-4161)")
"""Occupations whose business is what an employer owes: managers, supervisors, personnel, legal, safety, payroll."""


_PROCEDURAL = lex.word_set(
    "publication hearing order application renewal examination agreement report notice petition"
    " authorization date request form license licence certificate registration copies fee term item"
    " information document record"
)
_SAYS_NOTHING = lex.word_set("the a an each every any all renewal completed second first such original final initial")


_RETENTION = re.compile(r"\b(?:records?|logs?|files?|copies)\b.*\byears?\b", re.IGNORECASE)
_KEEPS = re.compile(r"\b(?:kept|keep|retain(?:ed)?|preserved?|saved?|maintain(?:ed)?|available)\b", re.IGNORECASE)
_FLOOR_WORK = re.compile(
    r"^(?:31-|33-[239]|35-[239]|37-[23]|39-|41-20[13]|45-2|47-2|49-[39]|51-[2-9]|53-[3-7]|29-1141|29-2061)"
)
"""Occupations that make records but do not keep them for years."""


def is_filing(sentence: str, soc_code: str) -> bool:
    """Whether the sentence says for how many years records are kept, no business of those who work the floor."""
    return bool(_FLOOR_WORK.match(soc_code) and _RETENTION.search(sentence) and _KEEPS.search(sentence))


def has_bare_subject(sentence: str) -> bool:
    """Whether the subject is a paper or a step that nothing in it ties down: `Renewal applications must ...`."""
    main = _LEAD.sub("", sentence)
    verb = _VERB.search(main)
    if verb is None:
        return False
    words = [word.lower() for word in main[: verb.start()].replace(" of ", " ").split()]
    telling = [word for word in words if word not in _SAYS_NOTHING]
    return bool(telling) and all({word, word.removesuffix("s")} & _PROCEDURAL for word in telling)


def subject_head(sentence: str) -> str:
    """The head noun of the main subject, lower case; empty when no duty verb follows one."""
    main = _LEAD.sub("", sentence)
    verb = _VERB.search(main)
    if verb is None:
        return ""
    words = _AFTER_HEAD.split(main[: verb.start()])[0].split()
    return words[-1].lower() if words else ""


def is_foreign(sentence: str, occupation: OccupationView, *, is_for_workers: bool) -> bool:
    """Whether the duty is somebody else's than a worker's of this occupation.

    On pages written for workers (`is_for_workers`) only an employer's duty is foreign, and not to those who lead; in
    law and guidance at large every actor is foreign that is neither anybody nor named by the occupation's title.
    """
    head = subject_head(sentence)
    role = head.removesuffix("s")
    if role == "employer" and not _LEADS_PEOPLE.match(occupation.soc_code):
        return True
    if is_for_workers or (class_of(head) != "person" and role not in lex.ROLE_HEADS):
        return False
    title = occupation.title.lower()
    if role[:5] in title or _ALSO_CALLED.get(role, role) in title:
        return False
    return role in _ROLES_OF_LAW or role not in _ANYBODY
