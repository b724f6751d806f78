"""Concreteness gate: options that say something, and a key as specific as the rest."""

import re
from statistics import median

from orqa import mcq
from orqa.engine import Engine, Judgement
from orqa.items.gates.asking import ask
from orqa.items.gates.gate import Gate, GateInput, fail
from orqa.items.gates.wording import amounts_of, content_words

_VAGUE_OPTION = re.compile(
    r"\b(?:in)?appropriate(?:ly)?\b|\bas (?:necessary|needed|required|applicable|soon as (?:possible|practicable))\b"
    r"|\b(?:if|when|where) (?:necessary|needed|required|applicable|possible|feasible|practicable)\b"
    r"|\b(?:un)?reasonabl[ey]\b|\b(?:in)?adequate(?:ly)?\b|\btimely\b|\b(?:in)?sufficient(?:ly)?\b|\bsuitabl[ey]\b"
    r"|\bproperly\b|\bproper (?:manner|way|care|training|equipment|use|handling|steps)\b"
    r"|\bnecessary\b|\bpromptly\b|\bperiodically\b|\bregularly\b|\bvarious\b|\betc\b|\band so on\b|\band the like\b"
    r"|\bgood (?:practice|judgment|faith)\b|\bcommon sense\b|\bcertain\b|\brelevant\b|\bsatisfactory\b|\bas soon as\b"
    r"|\bother (?:information|matters?|items?|things?|requirements?|factors?)\b|\bany other\b",
    re.IGNORECASE,
)
_VAGUE_STEM = re.compile(
    r"\b(?:usually|generally|typical(?:ly)?|normally|ordinarily|frequently|often|sometimes|approximately|roughly"
    r"|nearly"
    r"|as (?:appropriate|necessary|needed)|(?:if|when|where) (?:appropriate|feasible|practicable))\b",
    re.IGNORECASE,
)
MAX_DETAIL_RATIO = 2.5


def check(given: GateInput, engine: Engine) -> Judgement:
    """Pass when no option or stem hedges, the key is as detailed as the others, and the judge finds nothing else."""
    item = given.item
    for option in item.options:
        if match := _VAGUE_OPTION.search(option):
            return fail(f"vague option: {match.group().lower()}")
    if match := _VAGUE_STEM.search(item.stem):
        return fail(f"vague stem: {match.group().lower()}")
    if item.key in mcq.CONTENT_LETTERS and amounts_of(item.options) is None:
        details = [len(content_words(option)) or 1 for option in item.options]
        own, middle = details[mcq.CONTENT_LETTERS.index(item.key)], median(details)
        if own > MAX_DETAIL_RATIO * middle or middle > MAX_DETAIL_RATIO * own:
            return fail("the key is not as specific as the others", own / middle)
    return ask(given, engine, GATE.name)


GATE = Gate("concreteness", check)
