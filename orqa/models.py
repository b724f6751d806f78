"""Every table of the bank. No behaviour.

Identities are content hashes (`orqa.text.row_id`), so that the same input gives the same rows; times stand only in
`run`, `body`, `review`, `llm_call` and `bank_version`, and in no identity. JSON columns hold canonical JSON text.
"""

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel


class Run(SQLModel, table=True):
    """One invocation of the build: what it was asked, on which inputs, and how it ended."""

    id: int | None = Field(default=None, primary_key=True)
    started_at: str
    finished_at: str | None = None
    status: str = "running"
    pid: int
    orqa_version: str
    input_sha256: str
    target: int
    seed: int
    engine: str
    engine_recipe: str
    whitelist_sha256: str
    mirror_sha256: str
    arguments: str
    bank_version: str | None = None


class Occupation(SQLModel, table=True):
    """An occupation with its official facts (OEWS); a suppressed figure is null and named in `flags`."""

    soc_code: str = Field(primary_key=True)
    title: str
    soc_group: str = Field(index=True)
    employment: int | None = None
    annual_mean_wage_usd: int | None = None
    flags: str = ""


class Quota(SQLModel, table=True):
    """How many items a run wants of a SOC group (`soc_code` null) or of an occupation served."""

    id: str = Field(primary_key=True)
    run_id: int = Field(foreign_key="run.id", index=True)
    soc_group: str
    soc_code: str | None = None
    n_items: int


class Publisher(SQLModel, table=True):
    """A whitelist entry as it stood; `whitelist_id` is its id in the whitelist."""

    id: str = Field(primary_key=True)
    whitelist_id: str = Field(index=True)
    name: str
    type: str
    domains: str
    why: str
    licence: str


class Body(SQLModel, table=True):
    """What one fetch brought: the bytes are kept by `body_sha256` (in the mirror or under bank/bodies)."""

    id: str = Field(primary_key=True)
    url: str
    final_url: str
    canonical_url: str = Field(index=True)
    publisher_id: str = Field(foreign_key="publisher.id")
    jurisdiction: str | None = None
    media_type: str | None = None
    body_sha256: str
    n_bytes: int
    fetched_at: str | None = None
    published_on: str | None = None
    licence: str
    recipe: str


class Document(SQLModel, table=True):
    """The frozen text of a body; every offset refers to `text` in code points."""

    id: str = Field(primary_key=True)
    body_id: str = Field(foreign_key="body.id", index=True)
    publisher_id: str = Field(foreign_key="publisher.id")
    canonical_url: str
    body_sha256: str
    title: str
    text: str
    text_sha256: str
    extractor: str
    jurisdiction: str | None = None
    published_on: str | None = None
    published_by: str | None = None
    recipe: str


class Window(SQLModel, table=True):
    """A window of a document: `document.text[start_char:end_char]`; before `fresh_start` it repeats the one before."""

    id: str = Field(primary_key=True)
    document_id: str = Field(foreign_key="document.id", index=True)
    ordinal: int
    start_char: int
    end_char: int
    fresh_start: int
    recipe: str


class Card(SQLModel, table=True):
    """One checkable fact for one occupation: `document.text[start_char:end_char] == quote`, always."""

    __table_args__ = (CheckConstraint("end_char > start_char"), CheckConstraint("quality BETWEEN 1 AND 5"))
    id: str = Field(primary_key=True)
    window_id: str = Field(foreign_key="window.id", index=True)
    document_id: str = Field(foreign_key="document.id", index=True)
    soc_code: str = Field(foreign_key="occupation.soc_code")
    start_char: int
    end_char: int
    quote: str
    claim: str
    task: str
    family: str
    scope: str
    jurisdiction: str | None = None
    category: str
    quality: int
    fact: str
    recipe: str


class Item(SQLModel, table=True):
    """A written item; options E and F are fixed (`orqa.mcq`), the key follows from `truths`."""

    __table_args__ = (CheckConstraint("key IN ('A','B','C','D','E','F')"),)
    id: str = Field(primary_key=True)
    card_id: str = Field(foreign_key="card.id", index=True)
    parent_id: str | None = Field(default=None, foreign_key="item.id", index=True)
    repaired_gate: str | None = None
    repair_round: int = 0
    stem: str
    option_a: str
    option_b: str
    option_c: str
    option_d: str
    truths: str
    origins: str
    key: str
    is_numeric: bool = False
    rationale: str
    family: str
    category: str
    quality: float
    engine: str
    recipe: str


class Verdict(SQLModel, table=True):
    """One gate's judgement of one item; `judge` names who judged."""

    __table_args__ = (CheckConstraint("outcome IN ('pass','fail','unscored')"),)
    id: str = Field(primary_key=True)
    item_id: str = Field(foreign_key="item.id", index=True)
    gate: str
    outcome: str
    reason: str = ""
    score: float | None = None
    judge: str
    recipe: str


class Trial(SQLModel, table=True):
    """One answer of one solver to one item; `choice` is the canonical letter, null when unparsed or failed."""

    id: str = Field(primary_key=True)
    item_id: str = Field(foreign_key="item.id", index=True)
    solver: str
    sample: int
    content_order: str
    raw: str = ""
    choice: str | None = None
    is_correct: bool | None = None
    cost_usd: float = 0.0
    recipe: str


class BankVersion(SQLModel, table=True):
    """A frozen bank: `version` sorts in order of making and ends in the hash of its content."""

    __tablename__ = "bank_version"
    version: str = Field(primary_key=True)
    content_sha256: str = Field(unique=True)
    run_id: int = Field(foreign_key="run.id")
    made_at: str
    target: int
    seed: int
    n_items: int
    engine: str
    report: str
    is_released: bool = False


class BankItem(SQLModel, table=True):
    """A member of a bank version; `filled` says whether it serves its own quota, its group's, or another group's."""

    __tablename__ = "bank_item"
    __table_args__ = (UniqueConstraint("version", "item_id"),)
    version: str = Field(primary_key=True, foreign_key="bank_version.version")
    position: int = Field(primary_key=True)
    item_id: str = Field(foreign_key="item.id", index=True)
    difficulty: float | None = None
    filled: str


class Review(SQLModel, table=True):
    """A reviewer's word on an item; rows are only ever added (triggers refuse change and removal)."""

    id: int | None = Field(default=None, primary_key=True)
    item_id: str = Field(foreign_key="item.id", index=True)
    reviewer: str
    verdict: str
    error_code: str | None = None
    comment: str | None = None
    reviewed_at: str = Field(sa_column_kwargs={"server_default": text("(strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))")})


class LlmCall(SQLModel, table=True):
    """One attempt to call a model, failed ones too, recorded before its reply is used."""

    __tablename__ = "llm_call"
    id: str = Field(primary_key=True)
    stage: str
    subject_id: str
    role: str
    model: str
    prompt_sha256: str
    sample: int = 0
    attempt: int = 1
    status: str
    n_tokens_in: int = 0
    n_tokens_out: int = 0
    n_tokens_cached: int = 0
    n_tokens_reasoning: int = 0
    cost_usd: float = 0.0
    latency_s: float = 0.0
    raw_reply: str = ""
    called_at: str


class Work(SQLModel, table=True):
    """The ledger: one row a stage, subject and recipe. `run_id` is the last run that planned it, `n_commits` how often
    its step was done and kept (never more than once, but for transient failures)."""

    __table_args__ = (
        CheckConstraint("status IN ('planned','passed','rejected','unscored','failed')"),
        Index("ix_work_run_stage", "run_id", "stage"),
    )
    stage: str = Field(primary_key=True)
    subject_id: str = Field(primary_key=True)
    recipe: str = Field(primary_key=True)
    run_id: int = Field(foreign_key="run.id")
    status: str = "planned"
    reason: str = ""
    error: str = ""
    is_transient: bool = False
    n_out: int = 0
    n_commits: int = 0
    seconds: float = 0.0
