"""The seam between the road and whoever thinks: the Engine protocol and the drafts that cross it. Pure.

Views go in, drafts come out; neither is a table row. A draft is validated here (`extra="forbid"`), and the stage that
called the engine turns it into a row.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, Protocol

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from orqa.text import Span

Outcome = Literal["pass", "fail", "unscored"]
CATEGORIES = (
    "applied rule", "threshold", "procedure order", "definition", "exception", "scope", "calculation", "tool",
    "safety action", "documentation",
)  # fmt: skip


def _known_category(name: str) -> str:
    if name not in CATEGORIES:
        raise ValueError(f"no such category: {name!r}")
    return name


Category = Annotated[str, AfterValidator(_known_category)]
"""One of CATEGORIES."""


@dataclass(frozen=True)
class OccupationView:
    """An occupation as an engine sees it: its SOC 2018 code, title, and task statements where they are at hand."""

    soc_code: str
    title: str
    tasks: tuple[str, ...] = ()
    alternate_titles: tuple[str, ...] = ()


@dataclass(frozen=True)
class DocumentView:
    """A frozen document: `text` is what every quote and offset refers to.

    The text is a small plain grammar that every extractor writes: blocks parted by a blank line; heading lines begin
    with `#`; list items are lines beginning with `- ` or their own enumerator; table rows are lines `| a | b |`.
    `siblings` are texts of further sections of the same title by the same publisher.
    """

    id: str
    text: str
    title: str
    url: str
    publisher: str
    publisher_name: str
    publisher_type: str
    jurisdiction: str | None = None
    published_on: str | None = None
    siblings: tuple[str, ...] = ()


@dataclass(frozen=True)
class WindowView:
    """A window of a document: `span` in code points; what lies before `fresh_start` was whole in the window before."""

    id: str
    document: DocumentView
    span: Span
    fresh_start: int


class Draft(BaseModel):
    """What an engine hands over; unknown fields are an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class CardDraft(Draft):
    """One checkable fact: its quote, where the engine saw it, and the claim in one sentence.

    `start_char` is a hint; the evidence stage locates the quote itself. `fact` is the engine's own parsed form, kept
    with the card so that writing needs no second look.
    """

    quote: str
    start_char: int | None = None
    claim: str
    task: str
    family: str
    scope: str
    jurisdiction: str | None = None
    category: Category
    quality: int = Field(ge=1, le=5)
    fact: dict[str, Any] = Field(default_factory=dict)


class OptionDraft(Draft):
    """One content option, whether it is true for this stem, and where its value comes from."""

    text: str
    is_true: bool
    origin: Literal["quote", "document", "sibling", "derived"]


class ItemDraft(Draft):
    """A stem and four content options; letters, order and key are the program's business (`orqa.mcq`).

    Numeric options ascend by `sort_values` (one number an option, same order); without it the options are permuted.
    """

    stem: str
    options: tuple[OptionDraft, OptionDraft, OptionDraft, OptionDraft]
    rationale: str
    category: Category
    sort_values: tuple[float, float, float, float] | None = None
    quality: float = Field(ge=0, le=1)


@dataclass(frozen=True)
class CardView:
    """A card as an engine sees it."""

    id: str
    quote: str
    span: Span
    claim: str
    task: str
    family: str
    scope: str
    jurisdiction: str | None
    category: str
    quality: int
    fact: dict[str, Any]
    occupation: OccupationView


@dataclass(frozen=True)
class ItemView:
    """A written item: four content options in canonical order (without letters), the key letter and its evidence."""

    id: str
    stem: str
    options: tuple[str, str, str, str]
    key: str
    family: str
    category: str
    repair_round: int = 0


@dataclass(frozen=True)
class JudgeQuestion:
    """What a judge is asked for one gate: never which option is keyed."""

    gate: str
    stem: str
    options: tuple[str, str, str, str]
    quote: str
    document: DocumentView
    occupation: OccupationView
    jurisdiction: str | None = None


@dataclass(frozen=True)
class Judgement:
    """A judge's answer: an outcome, its reason, a score 0 to 1, and a truth per content option where the gate asks."""

    outcome: Outcome
    reason: str = ""
    score: float | None = None
    truths: tuple[bool | None, bool | None, bool | None, bool | None] | None = None


@dataclass(frozen=True)
class Answer:
    """One solver's answer: the letter (None when unparsed or failed), the solver's name, and the raw reply."""

    choice: str | None
    solver: str
    raw: str = ""
    cost_usd: float = 0.0


class Engine(Protocol):
    """Who thinks: `extractive` (no model) or `llm`. `recipe` changes whenever the answers could."""

    @property
    def name(self) -> str:
        """What the bank calls the engine."""
        ...

    @property
    def recipe(self) -> str:
        """The hash of whatever decides its answers: version, models, prompts, parameters."""
        ...

    def extract_cards(self, window: WindowView, occupation: OccupationView) -> list[CardDraft]:
        """The checkable facts of a window that serve this occupation, in order of their place."""
        ...

    def write_item(self, card: CardView, document: DocumentView) -> ItemDraft | None:
        """An item for a card, or None when there is no honest question in it."""
        ...

    def judge(self, question: JudgeQuestion) -> Judgement:
        """The judgement of one gate; an unknown is `unscored`, never a pass."""
        ...

    def repair(self, item: ItemView, failed_gate: str, card: CardView, document: DocumentView) -> ItemDraft | None:
        """Another draft after a gate failed, or None when nothing better can be had."""
        ...

    def answer(self, stem: str, options: tuple[str, ...], evidence: str | None, sample: int) -> Answer:
        """One solver's choice among six options; closed book when `evidence` is None. `sample` 0, 1, 2 names it."""
        ...
