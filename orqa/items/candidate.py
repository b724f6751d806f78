"""What goes into the balancer and what comes out of it. Pure data."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """An accepted item as the balancer and the report see it.

    `quote_id` names the span of its document; `key_text` is the keyed option's text, all four for E and F;
    `quality` 0 to 1; `difficulty` is the share of pretest solvers that were right (None: no pretest).
    """

    item_id: str
    card_id: str
    soc_group: str
    soc_code: str
    publisher: str
    document_id: str
    quote_id: str
    quote: str
    key: str
    stem: str
    key_text: str
    options: tuple[str, str, str, str]
    is_numeric: bool
    family: str
    category: str
    quality: float
    difficulty: float | None


@dataclass(frozen=True)
class Plan:
    """How many items are wanted: in all, by SOC group, and by occupation served (SOC code)."""

    target: int
    group_quotas: dict[str, int]
    occupation_quotas: dict[str, int]


@dataclass(frozen=True)
class Limits:
    """The hard limits; each share is of the items really chosen, and a floor beside it lets small banks exist."""

    publisher_share: float = 0.10
    publisher_floor: int = 1
    group_size: int = 10
    group_publisher_share: float = 0.30
    per_document: int = 6
    letter_share: float = 0.05
    letter_floor: int = 2
    opening_share: float = 0.15
    opening_floor: int = 1
    opening_words: int = 6


@dataclass(frozen=True)
class Shortfall:
    """Something asked for that could not be had; `got` and `wanted` in items."""

    what: str
    wanted: int
    got: int
    why: str


@dataclass(frozen=True)
class BankChoice:
    """The bank: item ids in their final order, how each fills its seat, what is short, why the others are out.

    `filled` is 'own' (an occupation served, within its quota), 'group' (another seat of its SOC group) or 'other' (a
    seat that another group left empty).
    """

    item_ids: tuple[str, ...]
    filled: dict[str, str]
    shortfalls: tuple[Shortfall, ...]
    dropped: dict[str, str]

    @classmethod
    def empty(cls) -> "BankChoice":
        """A choice of nothing out of nothing."""
        return cls((), {}, (), {})
