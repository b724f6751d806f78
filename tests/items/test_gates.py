"""Gates: what each must let through, what each must kill, and how they fail closed."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from orqa import mcq
from orqa.engine import CardView, DocumentView, ItemView, Judgement, JudgeQuestion, OccupationView
from orqa.engines.extractive.judge import judge
from orqa.errors import BadReply, ExtractFailed, LlmError, RateLimited, Refused, Truncated
from orqa.items.gates import GATES, judge_item
from orqa.items.gates.gate import GateInput, SourceFacts
from orqa.items.gates.wording import plain
from orqa.text import Span, normalise, sha256_hex

CORPUS = Path(__file__).resolve().parent.parent / "gate_corpus"
CHECKS = {gate.name: gate.check for gate in GATES}
FLOORS = {
    "source": (7, 7),
    "structure": (30, 9),
    "question": (30, 34),
    "entailment": (30, 12),
    "uniqueness": (30, 18),
    "distractors": (30, 17),
    "alignment": (30, 17),
    "eliminability": (30, 17),
    "concreteness": (30, 10),
}
"""How many items each gate must pass and how many mutants it must kill: all of its file."""
SHA256 = {
    "alignment.jsonl": "d250759df9ea6e26429e79a2d230c798bb7fe45542590ad22ad9c03595726c38",
    "concreteness.jsonl": "36b1f00d86595905c6e006cbc440a65c9091a1a90da708063e842c8da0d78692",
    "distractors.jsonl": "9eb7eb355b8065b77911bf0b4ec2d94b8c795b23bbcc79627042d0cd11566f40",
    "documents.jsonl": "264f9145cf8c2b0a4b25a0d109835fd4f3e9c8aacf5423a9adf05e162dc7c071",
    "eliminability.jsonl": "e18c49f12f2337d716d022572f835e409683f45e82a69444aeda6d43ca9887bc",
    "entailment.jsonl": "48c318eb8e2b9d13b6bbd5fb6eea718a4ef3b49f284d9d4a9d5dfd8b074246e6",
    "items.jsonl": "869792f06edd593aed07595c090277c20e1458ddb6b993bc933d7f4643f68443",
    "question.jsonl": "55f28bcec44eacb656d828418e6b817d1e0b4582183ee2f3dd9e6f50d09f4d38",
    "source.jsonl": "7475c4f22c3d70ed3edbdd2178eb339ca4270a67a8a07bbcd526804286fa007c",
    "structure.jsonl": "e19269aeeee716dd4ef2e3530f7133cd1ecb126d196f88f524ad04d00e198317",
    "uniqueness.jsonl": "95429eb5a811e2032a16faef2c076fb90fe1a25cfa1b5d9f4b406aea74ee8f63",
}
"""A corpus is weakened only in the open: with a new hash here."""


@dataclass
class JudgeEngine:
    """An engine that can only judge."""

    answer_question: Callable[[JudgeQuestion], Judgement] = judge
    name: str = "test"
    recipe: str = "test"

    def judge(self, question: JudgeQuestion) -> Judgement:
        """Pass the question on."""
        return self.answer_question(question)

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a gate asked the engine for more than a judgement: {name}")


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a corpus file."""
    return [json.loads(line) for line in (CORPUS / name).read_text(encoding="utf-8").splitlines()]


DOCUMENTS = {row["name"]: row for row in rows("documents.jsonl")}
ITEMS = {row["name"]: row for row in rows("items.jsonl")}


def gate_input(item_name: str, changes: dict[str, Any] | None = None) -> GateInput:
    """An item of the corpus with its evidence, changed where a mutant changes it."""
    changes = changes or {}
    item = ITEMS[item_name] | changes
    about = DOCUMENTS[item["document"]]
    soc_code, title = changes.get("occupation", (about["soc_code"], about["occupation"]))
    document = DocumentView(
        id=sha256_hex(json.dumps([item_name, changes])),
        text=changes.get("document_text", about["text"]),
        title=changes.get("document_title", about["title"]),
        url=f"https://{about['name']}.example/",
        publisher=about["name"],
        publisher_name=about["name"],
        publisher_type=about["publisher_type"],
        jurisdiction=about["jurisdiction"],
        siblings=tuple(changes.get("document_siblings", about["siblings"])),
    )
    start = changes.get("start_char", document.text.index(item["quote"]))
    card = CardView(
        id="card",
        quote=item["quote"],
        span=Span(start, start + len(item["quote"])),
        claim=item["quote"],
        task=about["title"],
        family=item["family"],
        scope=changes.get("scope", about["scope"]),
        jurisdiction=about["jurisdiction"],
        category="applied rule",
        quality=5,
        fact={},
        occupation=OccupationView(soc_code, title),
    )
    first, second, third, fourth = item["options"]
    view = ItemView("item", item["stem"], (first, second, third, fourth), item["key"], item["family"], "applied rule")
    source = SourceFacts(
        final_url=changes.get("final_url", document.url),
        body_sha256=changes.get("body_sha256", sha256_hex("body")),
        is_whitelisted=changes.get("is_whitelisted", True),
        occupations=frozenset(changes.get("occupations", [soc_code])),
        newer_document_id=changes.get("newer_document_id"),
    )
    return GateInput("item", view, card, document, source)


def outcomes(judged: list[tuple[str, Judgement]]) -> dict[str, str]:
    """The outcome of each gate."""
    return {gate: judgement.outcome for gate, judgement in judged}


def test_gates_stand_in_the_order_of_the_method() -> None:
    assert [gate.name for gate in GATES] == list(FLOORS)


def test_corpus_files_are_the_pinned_ones() -> None:
    assert {path.name: sha256_hex(path.read_bytes()) for path in CORPUS.glob("*.jsonl")} == SHA256


@pytest.mark.parametrize("gate", FLOORS)
def test_gate_passes_every_good_item(gate: str) -> None:
    good = [row for row in rows(f"{gate}.jsonl") if row["expect"] == "pass"]
    judged = {row["item"]: CHECKS[gate](gate_input(row["item"]), JudgeEngine()) for row in good}
    assert {name: judgement for name, judgement in judged.items() if judgement.outcome != "pass"} == {}
    assert len(judged) == FLOORS[gate][0]


@pytest.mark.parametrize("gate", FLOORS)
def test_gate_kills_every_mutant_for_its_own_flaw(gate: str) -> None:
    mutants = [row for row in rows(f"{gate}.jsonl") if row["expect"] != "pass"]
    missed = []
    for row in mutants:
        judgement = CHECKS[gate](gate_input(row["item"], row["changes"]), JudgeEngine())
        if (judgement.outcome, judgement.reason.partition(":")[0]) != (row["expect"], row["reason"]):
            missed.append((row["item"], row["flaw"], judgement))
    assert missed == []
    assert len(mutants) == FLOORS[gate][1]


@pytest.mark.parametrize("name", ITEMS)
def test_good_item_passes_all_gates(name: str) -> None:
    judged = judge_item(gate_input(name), JudgeEngine())
    assert outcomes(judged) == dict.fromkeys(FLOORS, "pass"), judged


def test_corpus_holds_keys_of_every_kind() -> None:
    assert {item["key"] for item in ITEMS.values()} == set(mcq.LETTERS)


def test_first_failure_ends_the_turn() -> None:
    judged = judge_item(gate_input("rice", {"options": ["6 hours", "2 hours", "4 hours", "8 hours"]}), JudgeEngine())
    assert outcomes(judged) == {"source": "pass", "structure": "fail"}


@pytest.mark.parametrize("error", [LlmError, BadReply, Refused, Truncated, ExtractFailed])
def test_judge_that_raises_leaves_its_gates_unscored(error: type[Exception]) -> None:
    def raising(question: JudgeQuestion) -> Judgement:
        raise error("no usable reply")

    judged = judge_item(gate_input("rice"), JudgeEngine(raising))
    asked = {"question", "entailment", "uniqueness", "distractors", "alignment", "eliminability", "concreteness"}
    assert {gate for gate, outcome in outcomes(judged).items() if outcome == "unscored"} == asked
    assert {gate for gate, outcome in outcomes(judged).items() if outcome == "pass"} == {"source", "structure"}


def test_judge_that_only_has_to_wait_is_asked_again_by_a_rerun() -> None:
    def waiting(question: JudgeQuestion) -> Judgement:
        raise RateLimited("later")

    with pytest.raises(RateLimited):
        judge_item(gate_input("rice"), JudgeEngine(waiting))


def test_fault_in_the_program_is_no_verdict() -> None:
    def broken(question: JudgeQuestion) -> Judgement:
        raise KeyError("a bug")

    with pytest.raises(KeyError):
        judge_item(gate_input("rice"), JudgeEngine(broken))


@pytest.mark.parametrize("gate", ["entailment", "uniqueness"])
@pytest.mark.parametrize("truths", [None, (), (True, False, False)])
def test_pass_without_truths_is_unscored(gate: str, truths: Any) -> None:
    engine = JudgeEngine(lambda question: Judgement("pass", truths=truths))
    assert CHECKS[gate](gate_input("rice"), engine).outcome == "unscored"


def test_outcome_that_is_none_is_unscored() -> None:
    nonsense: Any = "probably"
    judged = judge_item(gate_input("rice"), JudgeEngine(lambda question: Judgement(nonsense)))
    assert outcomes(judged)["question"] == "unscored"


def test_unscored_does_not_end_the_turn() -> None:
    engine = JudgeEngine(lambda question: Judgement("unscored") if question.gate == "question" else judge(question))
    judged = outcomes(judge_item(gate_input("rice"), engine))
    assert judged == dict.fromkeys(FLOORS, "pass") | {"question": "unscored"}


def test_judge_is_asked_the_same_whatever_is_keyed() -> None:
    asked: dict[str, list[JudgeQuestion]] = {}
    for key in mcq.LETTERS:
        given = gate_input("rice")
        given = replace(given, item=replace(given.item, key=key))

        def record(question: JudgeQuestion, key: str = key) -> Judgement:
            asked.setdefault(key, []).append(question)
            return Judgement("unscored")

        judge_item(given, JudgeEngine(record))
    assert len(asked["A"]) == 7
    assert all(questions == asked["A"] for questions in asked.values())


truth = st.sampled_from([True, False, None])


@drawn(truths=st.tuples(truth, truth, truth, truth), key=st.sampled_from(mcq.LETTERS))
def test_uniqueness_passes_exactly_the_derived_key(truths: Any, key: str) -> None:
    given = gate_input("rice")
    given = replace(given, item=replace(given.item, key=key))
    engine = JudgeEngine(lambda question: Judgement("pass", truths=truths))
    judgement = CHECKS["uniqueness"](given, engine)
    assert (judgement.outcome == "pass") == (mcq.derive_key(truths) == key)


@drawn(truths=st.tuples(truth, truth, truth, truth), key=st.sampled_from(mcq.LETTERS))
def test_entailment_never_passes_an_undecided_or_false_key(truths: Any, key: str) -> None:
    given = gate_input("rice")
    given = replace(given, item=replace(given.item, key=key))
    engine = JudgeEngine(lambda question: Judgement("pass", truths=truths))
    wanted = {"E": (True,) * 4, "F": (False,) * 4}.get(key)
    is_entailed = truths == wanted if wanted else truths["ABCD".index(key)] is True
    assert (CHECKS["entailment"](given, engine).outcome == "pass") == is_entailed


@pytest.mark.parametrize(
    ("soc_code", "outcome"), [("39-5011", "fail"), ("13-1041", "pass"), ("43-4031", "pass"), ("33-3051", "pass")]
)
def test_rule_maker_duty_serves_only_the_rule_maker(soc_code: str, outcome: str) -> None:
    quote = "The board must inspect each shop at least every 12 months."
    changes = {
        "occupation": [soc_code, "Someone"],
        "quote": quote,
        "document_text": f"# Barbering\n\n{quote}",
        "stem": "Under Iowa law on barbering, the board must inspect each shop at least every how many months?",
        "options": ["6 months", "12 months", "18 months", "24 months"],
    }
    assert CHECKS["alignment"](gate_input("comb", changes), JudgeEngine()).outcome == outcome


@drawn(text=st.text(st.characters(max_codepoint=127)))
def test_fast_way_of_plain_text_gives_the_normalised_text(text: str) -> None:
    assert plain(text) == normalise(text)
