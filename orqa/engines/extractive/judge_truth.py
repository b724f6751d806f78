"""The truth of one option for a stem: true, false, or None where the words do not decide it."""

from collections.abc import Sequence

from orqa.engine import JudgeQuestion
from orqa.engines.extractive.judge_reading import (
    Line,
    Measure,
    Pages,
    bare,
    definitions_of,
    lines_of,
    pages_of,
    places,
    plain,
    tokens,
)
from orqa.engines.extractive.judge_stem import ReadStem, read_stem
from orqa.engines.extractive.lexicon import FUNCTION
from orqa.quantities import find_quantities
from orqa.text import jaccard

SAME_RULE = 0.6
"""Two sentences say the same rule when their words without the answer overlap by more than this (Jaccard)."""
NEAR_MEANING = 0.5
"""Two definitions whose content words overlap by more than this are too close to call."""
NEARLY_WHOLE = 0.7
"""An option with more than this share of its content words in a text that does not hold it whole is undecided."""

Truth = bool | None


def truths_of(question: JudgeQuestion, is_document_read: bool) -> tuple[Truth, Truth, Truth, Truth]:
    """The truth of each content option alone, by the quote, and with `is_document_read` by the whole document too."""
    stem = read_stem(question)
    quote = lines_of(question.quote)
    pages = pages_of(question.document) if is_document_read else None
    measures = [_option_measure(option) for option in question.options]
    found: list[Truth] = []
    for option, measure in zip(question.options, measures, strict=True):
        if stem.kind == "order":
            truth: Truth = None
        elif all(measures) and measure is not None:
            truth = _number_truth(measure, stem, quote, pages)
        elif stem.kind == "term":
            truth = _term_truth(bare(option), stem, quote, pages)
        else:
            truth = _text_truth(bare(option), stem, quote, pages)
        found.append(truth if truth is None or not stem.is_negated else not truth)
    first, second, third, fourth = found
    return first, second, third, fourth


def _option_measure(option: str) -> Measure | None:
    text = plain(option)
    quantities = find_quantities(text)
    if not quantities or quantities[0].span.start > 0 or text[quantities[0].span.end :].startswith("-"):
        return None
    return lines_of(text)[0].measures[0]


# Numbers


def _number_truth(option: Measure, stem: ReadStem, quote: Sequence[Line], pages: Pages | None) -> Truth:
    asked = _asked_measures(option, stem, quote)
    if not asked:
        return None
    values = {measure.value for measure in asked}
    if option.value in values:
        return True if len(values) == 1 else None
    if pages is not None:
        own = [_masked(measure, option) for measure in asked]
        for line in pages.lines_with_value(option.value):
            for measure in line.measures:
                if measure.value != option.value or not _same_unit(option, measure):
                    continue
                if any(jaccard(_masked(measure, option), words) > SAME_RULE for words in own):
                    return True
    return False


def _asked_measures(option: Measure, stem: ReadStem, quote: Sequence[Line]) -> list[Measure]:
    """The measures of the quote that stand where the stem has its slot; several when the words do not part them."""
    usable = [measure for line in quote for measure in line.measures if _same_unit(option, measure)]
    if len({measure.value for measure in usable}) < 2:
        return usable
    right = _behind_unit(stem.right, _unit(option))
    scores = [
        _common(stem.left[::-1], measure.before[::-1]) + _common(right, _behind_unit(measure.after, _unit(option)))
        for measure in usable
    ]
    return [measure for measure, score in zip(usable, scores, strict=True) if score == max(scores)]


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """How many words agree from the start on, at most eight."""
    n = 0
    for own, other in zip(left[:8], right[:8], strict=False):
        if own != other:
            break
        n += 1
    return n


def _unit(measure: Measure) -> tuple[str, ...]:
    """An option's unit: all words behind its number (`calendar` days are days)."""
    return tuple(word for word in measure.after if word != "calendar")


def _same_unit(option: Measure, measure: Measure) -> bool:
    if option.mark != measure.mark:
        return False
    unit = _unit(option)
    behind = [word for word in measure.after[: len(unit) + 1] if word != "calendar"]
    return tuple(behind[: len(unit)]) == unit


def _behind_unit(after: Sequence[str], unit: Sequence[str]) -> tuple[str, ...]:
    rest = [word for word in after if word != "calendar"]
    return tuple(rest[len(unit) :]) if tuple(rest[: len(unit)]) == tuple(unit) else tuple(rest)


def _masked(measure: Measure, option: Measure) -> set[str]:
    """The words of the measure's sentence without its number and unit."""
    return {*measure.before, *_behind_unit(measure.after, _unit(option))}


# Terms


def _term_truth(option: Sequence[str], stem: ReadStem, quote: Sequence[Line], pages: Pages | None) -> Truth:
    meaning = frozenset(tokens(stem.meaning))
    known = definitions_of(quote)
    if not known:
        return None
    own = [other.means for other in (*known, *(pages.definitions if pages else ())) if other.term == tuple(option)]
    if any(jaccard(set(meaning), set(means)) > SAME_RULE for means in own):
        return True
    is_near = any(jaccard(set(meaning - FUNCTION), set(means - FUNCTION)) > NEAR_MEANING for means in own)
    return None if is_near else False


# Words


def _text_truth(option: Sequence[str], stem: ReadStem, quote: Sequence[Line], pages: Pages | None) -> Truth:
    truth = _truth_in(option, stem, quote)
    if truth is not False or pages is None:
        return truth
    rows = {line.cells[0] for line in quote if line.cells}
    for line in pages.lines_with(option):
        if line.cells:
            if line.cells[0] in rows and tuple(option) in line.cells[1:]:
                return True
            continue
        if not places(line.tokens, option):
            continue
        if _is_same_rule(line.intro or _without(line.tokens, option), stem):
            return True
    return False


def _is_same_rule(around: Sequence[str], stem: ReadStem) -> bool:
    """Whether another sentence or list says what the stem says: much overlap, and no noun put in another's place."""
    other, own = set(around) - _FOLLOWING, set(stem.words) - _FOLLOWING
    is_about_another = bool(other - own - FUNCTION) and bool(own - other - FUNCTION)
    return jaccard(other, own) > SAME_RULE and not is_about_another


_FOLLOWING = frozenset({"the", "following", "of", "all", "each"})


def _without(line: Sequence[str], option: Sequence[str]) -> tuple[str, ...]:
    start = places(line, option)[0]
    return (*line[:start], *line[start + len(option) :])


def _truth_in(option: Sequence[str], stem: ReadStem, quote: Sequence[Line]) -> Truth:
    """The truth by the quote alone: a member of its list, a cell of its row, or words in the stem's slot."""
    members = [line for line in quote if line.intro]
    if members:
        return _any_truth([_member_truth(option, line.tokens) for line in members])
    cells = [cell for line in quote for cell in line.cells]
    if cells:
        return True if tuple(option) in cells else _nearly(option, [word for cell in cells for word in cell])
    if stem.kind == "slot":
        return _any_truth([_slot_truth(option, stem, line.tokens) for line in quote])
    return _any_truth([_member_truth(option, line.tokens) for line in quote])


def _any_truth(truths: Sequence[Truth]) -> Truth:
    if True in truths:
        return True
    return None if None in truths else False


def _member_truth(option: Sequence[str], member: Sequence[str]) -> Truth:
    if places(member, option):
        return True
    if len(member) > 1 and places(option, bare(" ".join(member))):
        return None
    return _nearly(option, member)


def _nearly(option: Sequence[str], text: Sequence[str]) -> Truth:
    """None when most of the option's content words stand in the text, else False."""
    content = [word for word in option if word not in FUNCTION]
    n_shared = sum(word in text for word in content)
    return None if content and n_shared > NEARLY_WHOLE * len(content) else False


def _slot_truth(option: Sequence[str], stem: ReadStem, line: Sequence[str]) -> Truth:
    """Whether the option stands in the sentence where the stem has its slot; a shared duty is undecided."""
    starts = places(line, option)
    if not starts:
        return _nearly(option, line) if len(option) > 1 else False
    return _any_truth([_place_truth(line[:start], line[start + len(option) :], stem) for start in starts])


def _place_truth(before: Sequence[str], behind: Sequence[str], stem: ReadStem) -> Truth:
    left = [word for word in stem.left if word not in _ARTICLES]
    near = [word for word in before if word not in _ARTICLES]
    fits_left = near[-1:] == left[-1:] if left else not near or before[-1] in _ARTICLES
    fits_right = not stem.right or behind[:1] == stem.right[:1]
    is_joined = behind[:1] in _JOINTS or (tuple(near[-1:]) in _JOINTS and near[-1:] != left[-1:])
    if fits_left and fits_right and not is_joined:
        return True
    if is_joined or (fits_right and stem.right) or (fits_left and left):
        return None
    return False


_JOINTS = (("and",), ("or",))
_ARTICLES = frozenset({"the", "a", "an", "any", "each", "every"})
