"""Who must: which duties have one role as their subject, and which other roles stand beside it."""

import pytest
from made_pages import POOL

from orqa.engines.extractive.facts import sentence_spans
from orqa.engines.extractive.who import Cast, Duty, cast_of, parse, reason_to_drop, right_role, wrong_roles

CAST = cast_of(POOL, [span.of(POOL) for span in sentence_spans(POOL)])


@pytest.mark.parametrize(
    ("sentence", "role", "act"),
    [
        ("Every carrier shall give a shipper a receipt for goods.", "carrier", "give a shipper a receipt for goods"),
        ("The safety officer is required to close a trench after rain.", "safety officer", "close a trench after rain"),
        ("A nurse must count the swabs before a wound is closed.", "nurse", "count the swabs before a wound is closed"),
        ("An inspector must stamp each side of beef in blue.", "inspector", "stamp each side of beef in blue"),
        ("The train driver must sound a horn at each crossing.", "train driver", "sound a horn at each crossing"),
        ("Each lender must mail a form to a debtor each spring.", "lender", "mail a form to a debtor each spring"),
    ],
)
def test_a_role_with_one_duty_is_asked(sentence: str, role: str, act: str) -> None:
    duty = parse(sentence)
    assert duty == Duty(role, act)
    assert reason_to_drop(duty) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "The individualized program must guide a teacher through each year.",
        "The written consent must stay in a file for each patient.",
        "The owner and the operator must mend a broken boiler at once.",
        "The other driver must sound a horn at each crossing.",
        "The bank must post its rates beside each door.",
        "Drivers must check the brakes before each trip.",
        "A nurse must not leave a patient alone after a dose.",
        "A guard must be awake during a night at a bank.",
        "A driver must have a card on each trip.",
        "A nurse may give a dose without a look by a doctor.",
        "A nurse must either wash or burn a used gown.",
        "When it rains, the driver must slow down at a bend.",
    ],
    ids=["a document", "a paper", "shared", "other", "an institution", "plural", "prohibition", "be", "have", "power",
         "choice", "lead"],
)  # fmt: skip
def test_a_subject_that_is_no_single_role_with_a_plain_duty_is_not_asked(sentence: str) -> None:
    assert parse(sentence) is None


@pytest.mark.parametrize(
    ("reason", "duty"),
    [
        ("length", Duty("nurse", "wash both hands")),
        ("length", Duty("nurse", "wash " + "and rinse " * 20 + "both hands")),
        ("gives its role away", Duty("applicant", "hand in an application before a test")),
        ("gives its role away", Duty("driver", "sit behind all the other drivers")),
        ("anyone's duty", Duty("broker", "submit an application fee for each house")),
        ("anyone's duty", Duty("broker", "comply with a rule on fair trade")),
        ("anyone's duty", Duty("broker", "pay a fee to a clerk each year")),
    ],
)
def test_a_duty_that_cannot_be_asked_is_dropped_with_its_reason(reason: str, duty: Duty) -> None:
    assert reason_to_drop(duty) == f"who: {reason}"


def test_the_cast_is_who_has_a_duty_and_who_is_named_twice() -> None:
    text = "Ask the pilot. Wait for a pilot. Pay the agent. The broker must file each map in a drawer."
    cast = cast_of(text, ["The broker must file each map in a drawer."])
    assert set(cast.counts) == {"pilot", "broker"}
    assert dict(cast.acts) == {"broker": ("file each map in a drawer",)}


def wrong_for(duty: Duty, cast: Cast = CAST, *, shown: str = "", is_withheld: bool = False, seed: int = 0) -> set[str]:
    options = wrong_roles(duty, cast, shown or duty.act, is_withheld, (seed, "card")) or []
    assert all(not option.is_true for option in options)
    return {option.text for option in options}


@pytest.mark.parametrize("is_withheld", [False, True])
def test_wrong_roles_are_others_of_the_cast_and_never_the_right_one(is_withheld: bool) -> None:
    duty = Duty("inspector", CAST.acts["inspector"][0])
    drawn = [frozenset(wrong_for(duty, seed=seed, is_withheld=is_withheld)) for seed in range(20)]
    assert {len(roles) for roles in drawn} == {4 if is_withheld else 3}
    assert "Inspector" not in frozenset().union(*drawn)
    assert frozenset().union(*drawn) <= {role.capitalize() for role in CAST.counts}
    assert drawn == [frozenset(wrong_for(duty, seed=seed, is_withheld=is_withheld)) for seed in range(20)]
    assert right_role(duty).text == "Inspector"


@pytest.mark.parametrize(
    ("unfit", "acts", "shown"),
    [
        ("boat dealer", (), ""),
        ("car dealership", (), ""),
        ("tenant", (), "file each map in a tenant's drawer"),
        ("tenant", ("file each map in a drawer",), ""),
    ],
    ids=["same head", "holds the right one", "stands in the stem", "has the same duty"],
)
def test_a_role_that_could_also_be_right_is_left_out(unfit: str, acts: tuple[str, ...], shown: str) -> None:
    counts = {unfit: 9, "car dealer": 3, "map broker": 2, "lender": 2, "bus driver": 2}
    duty = Duty("car dealer", "file each map in a drawer")
    assert wrong_for(duty, Cast(counts, {unfit: acts}), shown=shown) == {"Map broker", "Lender", "Bus driver"}


def test_two_roles_with_one_head_do_not_stand_together() -> None:
    cast = Cast({"home nurse": 9, "ward nurse": 9, "pilot": 2, "lender": 2, "dealer": 2}, {})
    for seed in range(20):
        options = wrong_for(Duty("dealer", "file each map in a drawer"), cast, seed=seed)
        assert not {"Home nurse", "Ward nurse"} <= options


def test_the_right_role_is_not_betrayed_by_its_length() -> None:
    cast = Cast({"pilot": 2, "lender": 2, "dealer": 2}, {})
    assert wrong_for(Duty("radiation safety officer", "file each map in a drawer"), cast) == set()
