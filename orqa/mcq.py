"""The form of an item: letters, fixed last options, the key that follows from truth, rendering and parsing. Pure."""

import re
from collections.abc import Sequence

LETTERS = "ABCDEF"
CONTENT_LETTERS = "ABCD"
ALL_OF_THE_ABOVE = "All of the above"
NONE_OF_THE_ABOVE = "None of the above"


def derive_key(truths: Sequence[bool | None]) -> str | None:
    """The key that follows from the truth of the four content options.

    Exactly one true: its letter. Four true: E. None true: F. Two, three, or any unknown: None (no key).
    """
    if len(truths) != len(CONTENT_LETTERS):
        raise ValueError(f"four content options are needed, not {len(truths)}")
    if any(truth is None for truth in truths):
        return None
    n_true = sum(map(bool, truths))
    if n_true == 1:
        return CONTENT_LETTERS[list(truths).index(True)]
    return {4: "E", 0: "F"}.get(n_true)


def six_options(content: Sequence[str]) -> tuple[str, ...]:
    """The six options in canonical order: four content options, then E and F, always last."""
    if len(content) != len(CONTENT_LETTERS):
        raise ValueError(f"four content options are needed, not {len(content)}")
    return (*content, ALL_OF_THE_ABOVE, NONE_OF_THE_ABOVE)


def permute(options: Sequence[str], order: Sequence[int]) -> tuple[str, ...]:
    """The six options with the content options in another order: `order[i]` is the old place of the new i-th.

    E and F stay where they are. Raises ValueError when `order` is no permutation of 0..3.
    """
    if sorted(order) != [0, 1, 2, 3]:
        raise ValueError(f"not a permutation of the four content options: {list(order)}")
    return (*(options[place] for place in order), *options[4:])


def original_letter(choice: str, order: Sequence[int]) -> str:
    """The canonical letter of a choice made among permuted options."""
    place = LETTERS.index(choice)
    return choice if place >= len(order) else LETTERS[order[place]]


def render(stem: str, options: Sequence[str]) -> str:
    """The item as text: the stem, then one line an option, `A. text`."""
    return "\n".join([stem, *(f"{letter}. {text}" for letter, text in zip(LETTERS, options, strict=True))])


_DECLARED = re.compile(
    r"(?:answer|antwort|respuesta|choice|option)\s*(?:is|:|=)*\s*[*_`\"'(\[]*([A-F])(?![A-Za-z0-9'])", re.IGNORECASE
)
_ALONE = re.compile(r"^[\s*_`\"'(\[]*([A-F])[\s*_`\"')\].:]*$")
_LEADING = re.compile(r"^[\s*_`\"'(\[]*([A-F])[)\].:]\s")


def parse_choice(reply: str) -> str | None:
    """The letter a reply chooses, or None: the last declaration (`Answer: C`), else a line that is a letter alone.

    Never a guess: a reply with two different bare letters, or none, is unparsed.
    """
    declared = [match for match in _DECLARED.finditer(reply) if match.group(1).isupper()]
    if declared:
        return declared[-1].group(1)
    lines = [line for line in reply.splitlines() if line.strip()]
    alone = {match.group(1) for line in lines if (match := _ALONE.match(line))}
    if len(alone) == 1:
        return alone.pop()
    if not alone and lines and (match := _LEADING.match(lines[0])):
        return match.group(1)
    return None
