"""What gates read in a stem and its options: the rule without its scope, word stems, amounts. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from orqa.quantities import find_quantities
from orqa.text import normalise, words

BLANK = "______"


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set: how word lists are written here."""
    return frozenset(text.split())


FUNCTION_WORDS = word_set(
    "a an the of in on at by for from to with without within under over above below before after between"
    " during through into onto upon against per as than along across near behind beyond until since toward"
    " about around and or but nor if when while unless because although where whether so that which who"
    " whom whose what how many much it its they their them he his him she her we us our you your this"
    " these those such same is are was were be been being has have had do does did not no must shall may"
    " should can could will would might cannot each every any all both some only more most less least"
    " other one there here term following first last"
)
ROLES = word_set(
    "employer employee worker laborer owner operator manager supervisor superintendent foreman driver carrier"
    " seller buyer purchaser broker agent dealer contractor subcontractor licensee applicant permittee holder"
    " installer technician nurse physician doctor dentist hygienist pharmacist prescriber practitioner patient"
    " client customer consumer tenant landlord lessee lessor attorney lawyer counsel judge magistrate court"
    " clerk guard officer deputy sheriff teacher student parent guardian child provider person individual"
    " attendant entrant inspector instructor trainer trainee pilot copilot crewmember creditor lender borrower"
    " debtor bank barber cosmetologist stylist engineer architect surveyor accountant auditor trustee executor"
    " adviser advisor issuer company facility hospital school laboratory pharmacy clinic establishment firm"
    " business distributor manufacturer importer exporter retailer wholesaler generator transporter shipper"
    " consignee dispatcher captain master mate fireman firefighter paramedic responder commander director"
    " administrator coordinator counselor therapist psychologist social caseworker interpreter translator"
    " librarian curator editor publisher producer designer programmer developer analyst investigator examiner"
    " assessor appraiser adjuster underwriter auctioneer notary secretary treasurer registrar commissioner"
    " board department agency authority council committee governor mayor legislature petitioner respondent"
    " plaintiff defendant prosecutor witness juror bailiff warden inmate probationer veterinarian farmer"
    " grower applicator handler packer butcher baker cook chef server bartender host waiter janitor custodian"
    " groundskeeper gardener landscaper arborist electrician plumber pipefitter welder carpenter mason roofer"
    " painter glazier rigger signaler spotter flagger mechanic machinist assembler repairer miner blaster"
    " miller crew staff team personnel controller processor coach athlete musician member volunteer"
    " chairperson representative designee successor user subscriber licensor vendor supplier subrecipient"
    " recipient grantee sponsor monitor institution sender receiver guarantor beneficiary insurer policyholder"
    " principal educator aide assistant receptionist cashier teller rescuer lifeguard dietitian nutritionist"
    " servicer landowner homeowner householder seafarer skipper appellant appellee movant deponent preparer"
    " taxpayer filer reporter presenter guest tutor mentor chaperone dispenser requester adopter collector"
    " bookkeeper paralegal merchant servicemember furnisher originator issuer acquirer clearinghouse"
)
"""Head nouns that can carry a duty."""

_TERM_QUESTION = re.compile(r"\b(?:which term|what term|what is the (?:term|name) for)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|an?|any|each|every) ", re.IGNORECASE)


def plain(text: str) -> str:
    """The normalised text; plain ASCII, which only needs its white space folded, takes a fast way to the same."""
    return " ".join(text.split()) if text.isascii() else normalise(text)


def scope_and_rule(stem: str, scope: str) -> tuple[str, str]:
    """The opening scope (without its comma; empty when there is none) and the rule that follows it.

    The card's scope is taken when the stem opens with it (a topic may hold commas), else all up to the first comma.
    """
    if scope and stem.startswith(f"{scope}, "):
        return scope, stem[len(scope) + 2 :]
    if re.match(r"(?:Under|In|For|At|Within|On) ", stem) and ", " in stem:
        opening, _, rule = stem.partition(", ")
        return opening, rule
    return "", stem


def asks_for_term(stem: str) -> bool:
    """Whether the stem gives a definition and asks which term has it."""
    return bool(_TERM_QUESTION.search(stem))


def without_article(text: str) -> str:
    """The text without its opening article or `each`, `any`, `every`."""
    return _ARTICLE.sub("", text)


@lru_cache(maxsize=4096)
def folded(text: str) -> tuple[str, ...]:
    """The words of a text for comparison: folded, lower case, no opening article, plural s of the words dropped."""
    return tuple(singular(word) for word in words(without_article(plain(text))))


_SINGULAR_IN_S = word_set(
    "summons series species lens gas premises news means bias canvas atlas always perhaps towards"
)


def singular(word: str) -> str:
    """A word without its plural ending, by rule alone."""
    if word in _SINGULAR_IN_S:
        return word
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def head_noun(text: str) -> str:
    """The last word before a preposition or relative clause, as it stands, in lower case; empty when there is none."""
    phrase = re.split(r" (?:of|in|for|with|on|at|who|that|which|to|from|by)\b", without_article(plain(text)))[0]
    found: list[str] = re.findall(r"[A-Za-z]+", phrase)
    return found[-1].lower() if found else ""


def is_plural(text: str) -> bool:
    """Whether the head noun looks like a plural."""
    head = head_noun(text)
    return head in {"people", "men", "women", "children"} or singular(head) != head


def contains_words(outer: Sequence[str], inner: Sequence[str]) -> bool:
    """Whether `inner` stands in `outer` as an unbroken run; an empty run stands nowhere."""
    n = len(inner)
    return n > 0 and any(tuple(outer[start : start + n]) == tuple(inner) for start in range(len(outer) - n + 1))


@lru_cache(maxsize=4096)
def content_words(text: str) -> tuple[str, ...]:
    """The content words of a text in order, without plural s and without numbers."""
    return tuple(singular(word) for word in words(plain(text)) if word not in FUNCTION_WORDS and not word[0].isdigit())


def word_stems(text: str, n_letters: int = 5) -> frozenset[str]:
    """The first letters of every content word of at least four letters."""
    return frozenset(word[:n_letters] for word in content_words(text) if len(word) >= 4)


@dataclass(frozen=True)
class Amount:
    """An option that is a number with a unit: `value` in the option's own unit, `unit` folded to the singular."""

    value: float
    unit: str


_UNIT_FOLD = {
    "feet": "foot",
    "per cent": "percent",
    "%": "percent",
    "hrs": "hour",
    "°f": "degree fahrenheit",
    "°c": "degree celsius",
}
_SAME_AMOUNT: dict[str, tuple[str, float]] = {
    "minute": ("second", 60), "hour": ("second", 3600), "day": ("second", 86400), "week": ("second", 604800),
    "year": ("month", 12), "foot": ("inch", 12), "yard": ("inch", 36), "calendar day": ("second", 86400),
}  # fmt: skip


@lru_cache(maxsize=4096)
def amount_of(option: str) -> Amount | None:
    """The amount that an option states, or None when it does not begin with a number."""
    text = plain(option)
    found = find_quantities(text)
    if not found or found[0].span.start > 0 or text[found[0].span.end :].startswith("-"):
        return None
    quantity = found[0]
    unit = (quantity.suffix.strip().lower() + " " + text[quantity.span.end :].strip(" .").lower()).strip()
    unit = " ".join(_UNIT_FOLD.get(word, singular(word)) for word in unit.split())
    return Amount(quantity.value, f"{quantity.prefix} {unit}".strip())


def amounts_of(options: Sequence[str]) -> list[Amount] | None:
    """The amounts of all options, or None when some option is none."""
    found = [amount_of(option) for option in options]
    return [amount for amount in found if amount is not None] if all(found) else None


def base_amount(amount: Amount) -> Amount:
    """The amount in the smallest unit of its kind, so that 24 hours and 1 day are equal."""
    unit, factor = _SAME_AMOUNT.get(amount.unit, (amount.unit, 1.0))
    return Amount(amount.value * factor, unit)
