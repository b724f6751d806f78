"""Actors: whose duty a sentence states, and whether it is this worker's."""

import pytest

from orqa.engine import OccupationView
from orqa.engines.extractive.actors import has_bare_subject, is_filing, is_foreign, subject_head

BARBER = OccupationView("39-5011", "Barbers")
MANAGER = OccupationView("11-3121", "Human Resources Managers")
LAWYER = OccupationView("23-1011", "Lawyers")


@pytest.mark.parametrize(
    ("sentence", "head"),
    [
        ("A barber must wash a towel.", "barber"),
        ("If it rains, the safety officer of a mine shall wait.", "officer"),
        ("Records stored by a barber must be legible.", "records"),
        ("Wash a towel.", ""),
    ],
)
def test_the_head_of_the_main_subject_is_found(sentence: str, head: str) -> None:
    assert subject_head(sentence) == head


@pytest.mark.parametrize(
    ("sentence", "occupation", "expected"),
    [
        ("A licensee must wash a towel.", BARBER, False),
        ("A barber must wash a towel.", BARBER, False),
        ("A towel must be washed.", BARBER, False),
        ("A physician must wash a towel.", BARBER, True),
        ("The court must wait for a plea.", BARBER, True),
        ("An attorney must sign a plea.", BARBER, True),
        ("An attorney must sign a plea.", LAWYER, False),
        ("An employer must keep a roster.", BARBER, True),
        ("An employer must keep a roster.", MANAGER, False),
    ],
)
def test_in_law_at_large_a_role_of_another_trade_is_foreign(
    sentence: str, occupation: OccupationView, expected: bool
) -> None:
    assert is_foreign(sentence, occupation, is_for_workers=False) is expected


def test_on_a_page_for_workers_only_the_employers_duty_is_foreign() -> None:
    assert not is_foreign("A physician must wash a towel.", BARBER, is_for_workers=True)
    assert is_foreign("An employer must keep a roster.", BARBER, is_for_workers=True)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Renewal applications must be in by noon.", True),
        ("The hearing must start within 30 days of notice.", True),
        ("An application of a barber must be in by noon.", False),
        ("A barber must wait.", False),
        ("Wait for an application.", False),
    ],
)
def test_a_paper_or_a_step_alone_is_a_bare_subject(sentence: str, expected: bool) -> None:
    assert has_bare_subject(sentence) is expected


@pytest.mark.parametrize(
    ("sentence", "soc_code", "expected"),
    [
        ("The training records of cleaners must be kept for at least 3 years.", "37-2011", True),
        ("The training records of cleaners must be kept for at least 3 years.", "11-3121", False),
        ("A driver must keep the duty logs of the last 8 days in the cab.", "53-3032", False),
        ("A mop head must be replaced after at most 2 years.", "37-2011", False),
    ],
)
def test_keeping_records_for_years_is_no_floor_work(sentence: str, soc_code: str, expected: bool) -> None:
    assert is_filing(sentence, soc_code) is expected
