"""`make bench`: speed and memory as ratios within one run, so that the machine cancels out; nothing is asserted."""

import csv
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

import psutil  # type: ignore[import-untyped]
import trafilatura

from orqa.db import Bank
from orqa.evidence.extract import extract_in_worker
from orqa.evidence.windows import split_windows
from orqa.models import Occupation, Run
from orqa.settings import load_settings
from orqa.stage import RunContext, Stage, StepResult, run_stage

ROOT = Path(__file__).resolve().parent.parent
MIRRORS = {"sample pages": (load_settings().sample_dir, 9), "real pages": (ROOT.parent / "shared" / "web", 3)}
TARGET = 120


@dataclass(frozen=True)
class Named:
    """A subject that is its name."""

    id: str


def say(what: str, result: str, detail: str) -> None:
    sys.stdout.write(f"{what:<44}{result:>14}   {detail}\n")
    sys.stdout.flush()


def seconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def bench_extraction(name: str, mirror: Path, n: int) -> None:
    """Our extraction beside trafilatura's alone on the same bytes, taking turns."""
    with (mirror / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["media_type"] == "text/html"]
    pages = [((mirror / row["file"]).read_bytes(), row["url"]) for row in rows]
    ours, theirs = [], []
    for _ in range(n):
        ours.append(seconds(lambda: [extract_in_worker(body, "text/html", url) for body, url in pages]))
        theirs.append(seconds(lambda: [trafilatura.extract(body, url=url) for body, url in pages]))
    ratio = median(mine / bare for mine, bare in zip(ours, theirs, strict=True))
    detail = f"{len(pages)} pages, n = {n}, {median(ours):.2f} s v. {median(theirs):.2f} s; target <= 1.3"
    say(f"extraction / bare trafilatura, {name}", f"{ratio:.2f} x", detail)


def bench_windows(n: int = 5) -> None:
    paragraph = (
        "A crew must shore a trench that is deeper than {} feet. Nobody enters before the soil was looked at.\n\n"
    )
    text = "".join(f"## Part {i}\n\n" * (i % 9 == 0) + paragraph.format(i) for i in range(20_000))
    n_mb = len(text.encode()) / 1e6
    taken = median(seconds(lambda: split_windows(text)) for _ in range(n))
    say("windows of one long text", f"{n_mb / taken:.1f} MB/s", f"{n_mb:.1f} MB, n = {n}")


def one_row(subject: Named) -> StepResult:
    return StepResult(rows=[Occupation(soc_code=subject.id, title=subject.id, soc_group="11")])


def bench_commits(n: int = 5, n_subjects: int = 1_000) -> None:
    """One transaction a subject: its row and its ledger row."""
    taken = []
    for _ in range(n):
        with tempfile.TemporaryDirectory() as folder, closing(Bank(Path(folder) / "bank.sqlite")) as bank:
            run = Run(
                started_at="", pid=0, orqa_version="", input_sha256="", target=1, seed=0, engine="", engine_recipe="",
                whitelist_sha256="", mirror_sha256="", arguments="{}",
            )  # fmt: skip
            with bank.write() as session:
                session.add(run)
            context = RunContext(run.id or 0, bank)
            subjects = [Named(str(number)) for number in range(n_subjects)]
            taken.append(seconds(partial(run_stage, context, Stage("bench", "1", one_row), subjects)))
    say(
        "commits of run_stage, one row a subject",
        f"{n_subjects / median(taken):,.0f} /s",
        f"{n_subjects:,} subjects, n = {n}",
    )


def tree_bytes(process: psutil.Process) -> int:
    """Resident bytes of a process and its children; pages they share count for each."""
    total = 0
    for member in [process, *process.children(recursive=True)]:
        try:
            total += member.memory_info().rss
        except psutil.NoSuchProcess:
            continue
    return total


def build(bank: Path) -> tuple[float, float, int]:
    """Run the build as a user does; returns seconds, the peak of the process tree in MB and the exit code."""
    command = [sys.executable, "-m", "orqa.build", "--target", str(TARGET), "--quiet", "--bank", str(bank)]
    started = time.perf_counter()
    process = psutil.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        try:
            peak = max(peak, tree_bytes(process))
        except psutil.NoSuchProcess:
            break
        time.sleep(0.02)
    return time.perf_counter() - started, peak / 1e6, process.wait()


def bench_build(n: int = 3) -> None:
    """The build on a new bank, then the same command again."""
    firsts, again = [], []
    for _ in range(n):
        with tempfile.TemporaryDirectory() as folder:
            bank = Path(folder) / "orqa.sqlite"
            firsts.append(build(bank))
            again.append(build(bank))
    codes = sorted({code for _, _, code in firsts + again})
    first_s = median(taken for taken, _, _ in firsts)
    again_s = median(taken for taken, _, _ in again)
    say(f"sample build, target {TARGET}", f"{first_s:.1f} s", f"n = {n}, exit codes {codes}")
    say("its peak memory, all processes", f"{median(peak for _, peak, _ in firsts):.0f} MB", f"n = {n}")
    ratio = median(second[0] / first[0] for first, second in zip(firsts, again, strict=True))
    say("second run on the same bank / first", f"{ratio:.3f} x", f"n = {n}, {again_s:.2f} s; target < 0.05")


def main() -> None:
    for name, (mirror, n) in MIRRORS.items():
        if mirror.is_dir():
            bench_extraction(name, mirror, n)
    bench_windows()
    bench_commits()
    bench_build()


if __name__ == "__main__":
    main()
