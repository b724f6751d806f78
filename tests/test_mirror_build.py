"""A build over some four hundred real documents: none crashes it, each is used or refused with a reason."""

from pathlib import Path

import pytest
from build_cases.command import build, rows, value


@pytest.mark.slow
def test_real_documents_build_to_an_honest_bank(shared: Path, tmp_path: Path) -> None:
    bank = tmp_path / "orqa.sqlite"
    mirror = shared / "web"
    ended = build("--target", 80, "--mirror", mirror, "--whitelists", mirror / "whitelists", "--bank", bank)
    assert ended.returncode in (0, 3), ended.stderr
    assert "Traceback" not in ended.stderr
    funnel = {row["stage"]: row for row in rows(bank, "SELECT * FROM funnel")}
    for row in funnel.values():
        assert row["planned"] == row["done"] + row["failed"] + row["not_run"]
        assert row["done"] == row["passed"] + row["rejected"] + row["unscored"]
    assert funnel["extract"]["planned"] > 400
    assert funnel["extract"]["passed"] > 390
    assert value(bank, "SELECT count(*) FROM work WHERE status IN ('rejected', 'failed') AND reason = ''") == 0
    trace = rows(bank, "SELECT t.*, d.text FROM item_trace t JOIN document d ON d.id = t.document_id")
    assert len(trace) >= 20
    assert [row["item_id"] for row in trace if row["text"][row["start_char"] : row["end_char"]] != row["quote"]] == []
    assert f"{len(trace)} of 80 items" in ended.stdout
