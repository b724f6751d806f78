"""Definition -> term: terms with what they mean; wrong terms are others of the same kind from the same document."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from orqa.engine import OptionDraft
from orqa.engines.extractive import lexicon as lex
from orqa.engines.extractive.kinds import class_of
from orqa.engines.extractive.options import are_apart, is_held, is_inside, right_option, wrong_options
from orqa.engines.extractive.select import Surroundings, unknown_acronym
from orqa.text import Span, jaccard, seeded_int, words
from orqa.vectors import embed

_DEFINITION = re.compile(
    r"^(?:\(?[A-Za-z0-9]{1,4}[.)] )?(?:The term )?[\"“](?P<term>[A-Za-z][^\"”]{2,60})[\"”]"
    r"(?: or [\"“][^\"”]{2,60}[\"”])? (?:means|shall mean|is defined as"
    r"|refers to) (?P<means>(?:an?|the|any) .+)\.$"
)
_UNQUOTED = re.compile(r"^(?P<term>[A-Z][a-z]+(?: [a-z][a-z-]+){0,3}) means (?P<means>(?:an?|the|any) .+)\.$")
MIN_UNQUOTED = 5
"""So many definitions without quotation marks make a glossary; fewer are noise."""
_GENUS = re.compile(
    r"^(?:an?|the|any) (?P<words>(?:[a-z'’-]+ ){0,5}?[a-z'’-]+)(?=,"
    r"| (?:of|that|which|who|whom|for|in|on|to|with|by|from|at|under|where|when|whose|between|and|or|as|into"
    r"|about|against|than|over|above|below|beside|across|through|so|is|not|without|within|[a-z-]+(?:ed|ing)"
    r"|made|given|held|kept|set|built|sold|sent|put|drawn|cut|worn|laid|paid|bought|written)\b|$)"
)
MOST_TO_COMBINE = 14
MIN_RIVALS = 1
"""So many wrong terms at least must be nearer to the definition than the right one, or its wording names the term."""
_BAD_TERM_END = lex.word_set("board department person state commission director secretary")


@dataclass(frozen=True)
class Definition:
    """A term and its definiens, as they stand at `span`."""

    term: str
    means: str
    genus: str
    kind: str
    paragraph: int
    span: Span

    def data(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {key: value for key, value in asdict(self).items() if key != "span"}  # the card has the span

    def reason_to_drop(self, around: Surroundings) -> str | None:
        """Why the definition cannot be asked for its term, or None."""
        n_words = len(self.means.split())
        if not 7 <= n_words <= 40:
            return "definition: length"
        if (
            re.search(r"[:;•]|\(\d|\([a-z]\)", self.means)
            or lex.SCAR.search(self.means)
            or self.means.count("(") != self.means.count(")")
        ):
            return "definition: list or scar"
        if lex.CROSS_REFERENCE.search(self.means) or lex.DATE.search(self.means):
            return "definition: cross-reference or date"
        if re.search(r"\b(?:such|said|herein|as defined|does not include|but not|this)\b", self.means):
            return "definition: unresolved or with exceptions"
        if self.term.split()[-1].lower() in _BAD_TERM_END or not re.match(r"^[A-Za-z][A-Za-z'’ /-]*$", self.term):
            return "definition: term"
        if unknown_acronym(self.means, around):
            return "definition: unknown acronym"
        if shares_stem(self.term, self.means):
            return "definition: gives its term away"
        return None


def find_definitions(text: str, sentences: Sequence[Span]) -> list[Definition]:
    """Every sentence of the form `"Term" means a ...`, in order; without quotation marks only where there are many."""
    quoted = [(span, match) for span in sentences if (match := _DEFINITION.match(span.of(text)))]
    plain = [(span, match) for span in sentences if (match := _UNQUOTED.match(span.of(text)))]
    found = []
    for span, match in sorted(quoted + (plain if len(plain) >= MIN_UNQUOTED else []), key=lambda pair: pair[0]):
        genus = _GENUS.match(match.group("means"))
        head = genus.group("words").split()[-1] if genus else ""
        found.append(
            Definition(
                term=match.group("term").strip(),
                means=match.group("means").strip(),
                genus=head,
                kind=class_of(head),
                paragraph=text.rfind("\n", 0, span.start) + 1,
                span=span,
            )
        )
    return found


def shares_stem(term: str, text: str) -> bool:
    """Whether a content word of the term begins with the same four letters as a content word of the text."""
    stems = {word[:4] for word in re.findall(r"[a-z]{4,}", term.lower()) if word not in lex.FUNCTION}
    return any(word[:4] in stems for word in re.findall(r"[a-z]{4,}", text.lower()) if word not in lex.FUNCTION)


def wrong_terms(
    fact: Definition, terms: Sequence[Definition], scope: str, is_withheld: bool, draw: tuple[int, str]
) -> list[OptionDraft] | None:
    """Other terms of the same kind and number that the definition does not give away: three, or four when withheld.

    Terms of like length stand together, so that the right one shows neither as the longest nor as the shortest; None
    when there are not enough. `draw` is the seed and the card's id.
    """
    own, shown = _content(fact.means), f"{scope} {fact.means}".lower()
    usable: dict[str, Definition] = {}
    for other in terms:
        if (
            other.term.lower() == fact.term.lower()
            or not _same_kind(fact, other)
            or _is_plural(other.term) != _is_plural(fact.term)
        ):
            continue
        if shares_stem(other.term, fact.means) or is_held(other.term, fact.term) or other.term.lower() in shown:
            continue
        if jaccard(own, _content(other.means)) <= 0.5:
            usable.setdefault(other.term.lower(), other)
    ranked = sorted(usable.values(), key=lambda other: (other.genus != fact.genus, seeded_int(*draw, other.term)))
    ranked = ranked[:MOST_TO_COMBINE]
    likeness = _likeness(fact, ranked)
    for chosen in combinations(ranked, 4 if is_withheld else 3):
        if not _stand_together(fact, chosen, is_withheld):
            continue
        n_rivals = sum(likeness[other.term] > likeness[fact.term] for other in chosen)
        if is_withheld or n_rivals >= MIN_RIVALS:
            return wrong_options(other.term for other in chosen)
    return None


def _likeness(fact: Definition, others: Sequence[Definition]) -> dict[str, float]:
    """How near each term is to the definition that is shown, by vectors."""
    terms = [fact.term, *(other.term for other in others)]
    vectors = embed([fact.means, *terms])
    return dict(zip(terms, (vectors[1:] @ vectors[0]).tolist(), strict=True))


def _stand_together(fact: Definition, chosen: Sequence[Definition], is_withheld: bool) -> bool:
    names = [other.term for other in chosen]
    if not are_apart(names):
        return False
    return is_withheld or is_inside(fact.term, names)


def right_term(fact: Definition) -> OptionDraft:
    """The term itself as an option."""
    return right_option(fact.term)


def _same_kind(left: Definition, right: Definition) -> bool:
    """The same class of genus, or the same genus; a genus of no known class also fits those of its own paragraph."""
    if left.kind and right.kind:
        return left.kind == right.kind
    return left.genus == right.genus or (left.paragraph == right.paragraph and left.paragraph > 0)


def _content(text: str) -> set[str]:
    return {word for word in words(text) if word not in lex.FUNCTION}


def _is_plural(term: str) -> bool:
    last = term.split(" of ")[0].split()[-1].lower()
    return last.endswith("s") and not last.endswith(("ss", "us", "is", "sis"))
