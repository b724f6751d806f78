"""Who a rule speaks to: its subject, rule-makers, and roles that belong to some occupations only. Pure."""

import re

REGULATORS = re.compile(
    r"^(?:33-|47-4011|13-1041|43-4031|43-406|23-102|19-5011|29-9011|45-2011|53-6051|11-10|11-1031|11-3013)"
)
"""SOC codes of people who are the rule-maker's own hands: inspectors, clerks, examiners, judges, police."""

_RULE_MAKER = re.compile(
    r"^(?:(?:the|an?|each|any|every|no) )?(?:"
    r"(?:(?!circuit|wiring|scaffold|diving|bulletin|control|gypsum|backing|running|display|switch"
    r"|splice)[a-z'’-]+ ){0,4}?"
    r"(?:boards?|commissions?|commissioners?|councils?|legislatures?|governor|mayor|attorney general|task force"
    r"|general assembly|congress|city manager|state auditor|comptroller|secretary of (?:the )?(?:state|treasury"
    r"|labor|interior|health)"
    r"|superintendent of (?:public instruction|insurance|banks))"
    r"|(?:(?:state|federal|licensing|regulatory|local|public|county|municipal|administering|lead|health|labor"
    r"|licen[sc]e) ){0,2}"
    r"(?:agency|agencies|department|departments|bureau|division|authority|authorities|secretary|committee"
    r"|commissioner|director)"
    r"(?: of [a-z ]{3,40})?|[a-z'’-]+ (?:department|bureau) of [a-z ]{3,40}"
    r"|members? of (?:the|a|an|any|each) (?:[a-z'’-]+ ){0,3}(?:board|commission|council|committee|task force"
    r"|legislature)"
    r"|(?:board|commission|council|committee) members?)$",
    re.IGNORECASE,
)
_DONE_BY_RULE_MAKER = re.compile(
    r"\b(?:conducted|appointed|elected|held|issued|renewed|published|adopted|established|administered|collected"
    r"|assessed)"
    r" by (?:the|an?|each) (?:[a-z'’-]+ ){0,2}?(?:board|commission|council|department|agency|legislature|governor"
    r"|secretary"
    r"|commissioner|director|authority)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^(?:if|when|whenever|where|upon|within|before|after|for|in|on|at|during|once|unless|until|to|by|as"
    r"|while) [^,]{3,160}, ",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"(?:^| )(?:must|shall|may|should|can|cannot|will|is|are|has|have|needs?|requires?|includes?|contains?"
    r"|consists?|means|keeps?"
    r"|files?|holds?|lasts?|expires?|does|do)\b"
)
_TRIVIA = (
    re.compile(
        r"\b(?:licen[sc]\w*|registration|renewal|application|examination|certification|reinstatement|permit"
        r"|exam) fees?\b"
        r"|\bfees? (?:for|of|to) (?:an?|the|each|any|every|obtain\w*|renew\w*)(?: [a-z-]+){0,4} (?:licen[sc]e"
        r"|renewal|registration|examination|exam|certificate)\b"
        r"|\b(?:licen[sc]e|examination|renewal|registration)(?: [a-z-]+){0,4} (?:costs?|fee)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bquorum\b|\bvacanc(?:y|ies) (?:on|in|of|occur)|\bterms? of office\b|\b(?:board|commission|council"
        r"|committee) members?\b"
        r"|\bmembers? of the (?:[a-z-]+ ){0,3}(?:board|commission|council|committee)\b"
        r"|\bappointed by the (?:governor|mayor)\b"
        r"|\b(?:board|commission|council) (?:must|shall|consists?|meets?|elects?)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bpassing (?:score|grade)\b|\b(?:re)?tak(?:e|ing) the (?:licensing |state |written |practical )*exam"
        r"|\bsit for the (?:[a-z-]+ )*exam"
        r"|\bexam(?:ination)?s? (?:score|candidate|applicant|session|administrator|booklet|questions?|proctor)"
        r"|\badminister(?:s|ed|ing)? (?:the|an|each|a) (?:[a-z-]+ )*exam",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:median|mean|average|annual) (?:annual |hourly )?(?:wage|pay|salary|earnings)\b|\bjob (?:outlook"
        r"|growth|openings)\b"
        r"|\bemployment (?:is projected|growth|of [a-z ]+ is projected)|\bhow many [a-z ]+ (?:work"
        r"|are employed) in the\b"
        r"|\bwas (?:founded|established|renamed)\b",
        re.IGNORECASE,
    ),
)
_TRIVIA_NAMES = ("a fee", "governance", "exam administration", "labour-market fact")

_ROLES_OF_GROUPS = {
    "39": "barber, cosmetologist, esthetician, manicurist, hairstylist, embalmer",
    "11 39": "funeral director",
    "29 31": "pharmacist, dentist, optometrist, hygienist, pharmacy technician, chiropractor, podiatrist, midwife",
    "29 31 11 21 25": "nurse, physician, therapist, surgeon, prescriber",
    "29 31 45 39 19": "veterinarian",
    "29 33": "paramedic, emergency medical technician",
    "19 21 29 25": "psychologist",
    "21 11": "social worker, caseworker",
    "25 11 21": "teacher, educator",
    "25 43": "librarian",
    "23 13": "attorney, lawyer, prosecutor",
    "23 43": "notary, notary public, paralegal, court reporter, magistrate",
    "33 23 21": "police officer, peace officer, correctional officer, sheriff, bailiff, probation officer",
    "33 29": "firefighter",
    "33 39": "lifeguard",
    "33": "security guard, private investigator",
    "35 11 51": "cook, chef, food handler, bartender, baker",
    "53": "pilot, flight attendant, locomotive engineer, copilot, crewmember",
    "53 49 43 11": "truck driver, bus driver, motor carrier",
    "53 47 51 17 11": "crane operator",
    "47 49 17 51": "electrician, plumber, pipefitter",
    "47": "roofer, mason, glazier, drywaller",
    "47 17 11": "miner, blaster",
    "51 47 49": "welder",
    "51 49": "machinist",
    "45 11 19 37": "farmer, grower, fisherman, pesticide applicator",
    "37": "janitor, arborist, groundskeeper",
    "41 13 11": "auctioneer, real estate broker, salesperson, real estate agent",
    "41 13 43": "insurance agent, telemarketer, underwriter",
    "13 43 11 41": "lender, creditor, accountant, auditor, tax preparer",
    "17 19 47": "surveyor",
    "27": "broadcaster, athlete",
    "27 23 25": "interpreter",
}
"""Roles by the SOC major groups that may act in them."""
_ROLE_GROUPS = {
    role: frozenset(groups.split()) for groups, roles in _ROLES_OF_GROUPS.items() for role in roles.split(", ")
}
_ROLE = re.compile(rf"\b({'|'.join(sorted(_ROLE_GROUPS, key=len, reverse=True))})s?$", re.IGNORECASE)


def subject_of(rule: str) -> str:
    """The words before the main verb of a rule, without opening conditions; empty when the rule asks who."""
    main = rule.strip()
    while match := _CONDITION.match(main):
        main = main[match.end() :]
    verb = _VERB.search(main)
    subject = main[: verb.start()] if verb else main
    return re.split(r" (?:who|whom|that|which|whose|in|at|on|for|with|under)\b|,", subject)[0].strip()


def is_rule_maker(subject: str) -> bool:
    """Whether the subject is a board, an agency, a legislator or their members."""
    return bool(_RULE_MAKER.match(subject.strip()))


def is_done_by_rule_maker(text: str) -> bool:
    """Whether a passive rule names a board or an agency as the one who acts."""
    return bool(_DONE_BY_RULE_MAKER.search(text))


def trivia_in(text: str) -> str | None:
    """The kind of trivia about a job that a text holds, or None."""
    return next((name for name, pattern in zip(_TRIVIA_NAMES, _TRIVIA, strict=True) if pattern.search(text)), None)


def foreign_role(subject: str, soc_code: str, own_words: str) -> str | None:
    """The role that a subject names when it belongs to other SOC major groups only, else None.

    A subject of two roles is nobody's alone; `own_words` (title, tasks) may claim a role.
    """
    if re.search(r"\b(?:and|or)\b", subject):
        return None
    match = _ROLE.search(subject)
    if match is None:
        return None
    role = match.group(1).lower()
    if soc_code[:2] in _ROLE_GROUPS[role] or role in own_words.lower():
        return None
    return role
