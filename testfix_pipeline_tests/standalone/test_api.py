"""`repair_project`: whole projects, with git and without, from the failing suite to the report and the files."""

import itertools
import re
import shlex
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.cli.views.repair_view import headline
from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.errors import ProjectError, UsageError
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution import flaky_tests
from testfix_pipeline.execution.affected_tests import related_tests
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair import engine
from testfix_pipeline.repair.ranking.confidence_model import ConfidenceModel
from testfix_pipeline.repair.validation import confirmer
from testfix_pipeline.standalone import bench
from testfix_pipeline.standalone.api import RepairProgress, apply_repair, repair_project
from testfix_pipeline.standalone.bench import Bench, MeasuredSuite
from testfix_pipeline.standalone.report import Bug, Check, Patch, ProjectRepair, meaning
from testfix_pipeline.workspace.git.project_folder import find_place
from testfix_pipeline_tests.repair.left_behind import contents

CALC = """\
def double(n):
    return n + n


def half(n):
    return n * 2


def most(rows):
    return min(rows)
"""
TESTS = """\
from calc import double, half, most

def test_double(): assert double(4) == 8
def test_half(): assert half(4) == 2
def test_half_of_more(): assert half(5) == 2.5
def test_most(): assert (most([3, 5, 4]), most([-4, -6])) == (5, -4)
def test_most_of_two(): assert (most([2, 7]), most("acb")) == (7, "c")
"""


def test_two_bugs_of_a_folder_without_git_are_repaired_one_upon_the_other(write: Callable[..., Path]) -> None:
    root = write({"calc.py": CALC, "test_calc.py": TESTS})
    before, said = contents(root), list[RepairProgress]()
    report = repair_project(root, seconds=60, cores=1, on_progress=said.append)
    assert contents(root) == before, "nothing is written"
    assert (report.outcome, report.commit, report.tests) == ("fixed", "", 5)
    assert (report.failing_before, report.failing_after) == (4, 0)
    assert [bug.outcome for bug in report.bugs] == ["fixed", "fixed"]
    for bug in report.bugs:
        assert bug.patch is not None and bug.patch.complete and set(bug.patch.flips) >= set(bug.tests)
        assert bug.patch.meaning == meaning(bug.patch.confidence)
        assert bug.check is not None and bug.check.confirmed and not bug.check.broken
        assert bug.candidates > 0 and bug.ended == "found" and bug.suspicious[0].code in CALC
    assert [bug.check.failing for bug in report.bugs if bug.check] == [2, 0]
    stages = [stage for stage, _ in itertools.groupby(one.stage for one in said)]
    assert stages == ["measuring", "searching", "confirming", "searching", "confirming"]
    begun = [one for one in said if one.stage != "searching" and not one.total]
    assert [one.stage for one in begun] == ["measuring", "confirming", "confirming"], "said however short the run is"
    assert ProjectRepair.model_validate_json(report.model_dump_json()).model_dump() == report.model_dump()

    applied = apply_repair(report)
    assert applied.applied == ["calc.py"] and "return n * 2" not in (root / "calc.py").read_text()
    subprocess.run(shlex.split(applied.undo), check=True)
    assert contents(root) == before
    (root / "calc.py").write_text(CALC + "# mine\n")
    with pytest.raises(ProjectError, match="changed while the repair was looked for"):
        apply_repair(report)
    assert (root / "calc.py").read_text() == CALC + "# mine\n"


ONE_BUG = {"calc.py": CALC.replace("n * 2", "n / 2"), "test_calc.py": TESTS}


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str] | None]:
    """The tests of every run in a process of its own while the test lasts, None for the whole suite."""
    found: list[Sequence[str] | None] = []

    def run(*given: Any, **options: Any) -> SuiteRun:
        found.append(options.get("tests"))
        return run_suite(*given, **options)

    for module in (bench, confirmer, flaky_tests):
        monkeypatch.setattr(module, "run_suite", run)
    return found


def test_only_the_whole_suite_runs_in_processes_of_its_own(write, runs) -> None:
    report = repair_project(write(ONE_BUG), seconds=60)
    assert report.outcome == "fixed"
    assert len(runs) >= 2, "measured, and the best patch confirmed"
    assert set(runs) == {None}, "what is flaky, executed and tried a warm process says"
    [bug] = report.bugs
    assert bug.check is not None and bug.check.confirmed and bug.check.passed == 5
    assert bug.first_seconds is not None and bug.first_seconds <= bug.seconds
    assert report.failing_after == 0


def test_in_a_large_suite_the_search_works_with_a_part_and_the_whole_confirms(write, runs, monkeypatch) -> None:
    monkeypatch.setattr(related_tests, "LARGE_SECONDS", 0.0)
    other = {"other.py": "def f(): return 1\n", "test_other.py": "import other\ndef test_f(): assert other.f() == 1\n"}
    report = repair_project(write({**ONE_BUG, **other}), seconds=60)
    assert report.outcome == "fixed"
    [measured, traced, confirmed] = runs
    assert measured is None and confirmed is None
    assert traced is not None and {test.partition("::")[0] for test in traced} == {"test_calc.py"}
    assert report.bugs[0].check is not None and report.bugs[0].check.passed == 6


def test_a_request_for_no_test_is_refused_and_not_called_green(write: Callable[..., Path]) -> None:
    with pytest.raises(UsageError, match="empty list"):
        repair_project(write(ONE_BUG), [])


def test_a_patch_that_is_taken_before_the_search_ends_is_confirmed(write: Callable[..., Path]) -> None:
    said = list[RepairProgress]()
    report = repair_project(
        write({"calc.py": CALC, "test_calc.py": TESTS}),
        seconds=60,
        on_progress=said.append,
        take=lambda: any(one.patch for one in said),
    )
    first, second = report.bugs
    assert (first.outcome, first.ended, second.outcome) == ("fixed", "cancelled", "not tried")
    assert first.check is not None and first.check.confirmed
    patch = next(one.patch for one in said if one.patch)
    assert re.fullmatch(
        r"plausible after \d+\.\d s, confidence (1)?\.\d\d; looking for better ones, at most \d+ s", patch
    )


def test_only_the_wanted_tests_of_a_project_in_a_repository(repository: Callable[..., Any]) -> None:
    repo = repository()
    good = CALC.replace("n * 2", "n / 2").replace("min(rows)", "max(rows)")
    repo.commit("good", **{"sub/calc.py": good, "sub/test_calc.py": TESTS})
    repo.commit("worse", **{"sub/calc.py": CALC, "notes.py": "x = 1\n"})
    before = repo.fingerprint()
    report = repair_project(repo.root / "sub", ["test_calc.py::test_half"], seconds=60, cores=1)
    assert repo.fingerprint() == before
    assert (report.outcome, report.failing_after) == ("fixed", 2)
    [bug] = report.bugs
    assert bug.tests == ["test_calc.py::test_half"]
    assert "--- a/sub/calc.py" in report.diff and "+    return n / 2" in report.diff
    assert bug.regression.startswith("test_calc.py::test_half passes with the code of ")
    assert bug.regression.endswith("(worse).")
    applied = apply_repair(report)
    assert "min(rows)" in (repo.root / "sub/calc.py").read_text()
    subprocess.run(shlex.split(applied.undo), check=True)
    assert repo.fingerprint() == before


def test_what_the_code_is_not_to_blame_for_is_left_alone(write: Callable[..., Path]) -> None:
    tests = "import calc\n\ndef test_new():\n    import a_package_nobody_has\n\n"
    tests += "def test_half(): assert calc.half(3) != calc.half(3)\n"
    root = write({"calc.py": CALC, "test_calc.py": tests})
    report = repair_project(root, seconds=4, cores=1, history=False)
    assert report.outcome == "open" and report.diff == ""
    assert [one.test for one in report.left_alone] == ["test_calc.py::test_new"]
    assert "a_package_nobody_has is not installed" in report.left_alone[0].reason
    [bug] = report.bugs
    assert (bug.outcome, bug.tests) == ("open", ["test_calc.py::test_half"])
    assert bug.ended in ("space", "budget") and any("Start reading at calc.py:" in step for step in bug.next_steps)
    assert apply_repair(report) == report


def test_a_cancelled_repair_says_what_it_did_not_come_to(write: Callable[..., Path]) -> None:
    root = write({"calc.py": CALC, "test_calc.py": TESTS})
    searching: list[RepairProgress] = []

    def hear(said: RepairProgress) -> None:
        searching.extend([said] if said.stage == "searching" else [])

    report = repair_project(root, seconds=60, cores=1, on_progress=hear, cancel=lambda: bool(searching))
    assert report.outcome == "open"
    assert [bug.outcome for bug in report.bugs] == ["open", "not tried"]
    assert report.bugs[0].ended == "cancelled"
    assert repair_project(root, cancel=lambda: True).outcome == "cancelled"


def test_a_test_that_does_not_exist_is_refused_with_near_ones(write: Callable[..., Path]) -> None:
    root = write({"calc.py": CALC, "test_calc.py": TESTS})
    with pytest.raises(UsageError) as refused:
        repair_project(root, ["test_calc.py::test_hlf"])
    assert "test_calc.py::test_half" in refused.value.next_step
    with pytest.raises(ProjectError, match="There is no folder"):
        repair_project(root / "nowhere")


def test_a_report_from_elsewhere_is_not_applied(write: Callable[..., Path]) -> None:
    root = write({"calc.py": CALC})
    patch = Patch(
        location="calc.py", description="x", diff="-", flips=[], complete=True, confidence=0.5, meaning=meaning(0.5)
    )
    bug = Bug(title="t", tests=["a"], outcome="fixed", patch=patch, check=Check(confirmed=True))
    report = ProjectRepair(project=str(root), repository=str(root), outcome="fixed", bugs=[bug], diff="-")
    with pytest.raises(UsageError, match="read from elsewhere"):
        apply_repair(report)


def bench_of(root: Path, folder: Path) -> tuple[Bench, MeasuredSuite]:
    bench = Bench.open(
        find_place(root), CycleConfig(project=str(root)), folder, lambda: False, lambda done, total: None
    )
    return bench, bench.measure()


UNRESOLVED = {
    "prices.py": "RATE = TAX + 1\n\n\ndef gross(net):\n    return net * RATE\n",
    "test_prices.py": "import prices\n\ndef test_it(): assert {0}\n",
}


@pytest.mark.parametrize(("asserted", "seen"), [("prices.gross(2) > 0", False), ("prices.gross(2) == 4", True)])
def test_the_engine_alone_asks_the_tests_about_a_patch_that_only_silences(write, tmp_path, asserted, seen) -> None:
    root = write({**UNRESOLVED, "test_prices.py": UNRESOLVED["test_prices.py"].format(asserted)})
    bench, before = bench_of(root, tmp_path / "bench")
    patch = {"prices.py": UNRESOLVED["prices.py"].replace("TAX + 1", "2").encode()}
    said = bench.unseen(patch, before.failing, before, 60.0)
    assert before.failing == ["test_prices.py"]
    assert bool(said) != seen and all("It goes on where it failed: `RATE = 2`." in one for one in said)


def test_runs_on_variants_of_a_patch_end_with_the_search(write, tmp_path, monkeypatch) -> None:
    tried, before = bench_of(write({**UNRESOLVED, "test_prices.py": "import prices\n"}), tmp_path / "bench")
    limits: list[float] = []

    def run_suite(*_: object, timeout: float, **options: object) -> SuiteRun:
        limits.append(timeout)
        return SuiteRun()

    monkeypatch.setattr(bench, "run_suite", run_suite)
    for left in (40.0, -3.0):
        tried.unseen({"prices.py": b"RATE = 2\n"}, before.failing, before, left)
    assert limits == [40.0, bench.LEAST_CHECK_SECONDS]
    tried.unseen({"prices.py": b"RATE = 2\n"}, before.failing, before, 40.0, SuiteRun())
    assert len(limits) == 2, "what a run has shown is not run again"


def test_a_run_that_confirms_has_a_time_of_its_own(write: Callable[..., Path], tmp_path: Path) -> None:
    tried, uncollected = bench_of(write({**UNRESOLVED, "test_prices.py": "import prices\n"}), tmp_path / "bench")
    limits: list[float] = []
    allowed = tried.timeout
    died = uncollected.failures
    for duration, seconds, failures in ((0.0, 20.0, []), (50.0, 20.0, []), (1.0, 90.0, []), (1.0, 90.0, died)):
        before = MeasuredSuite(SuiteRun(duration=duration), None, failures, frozenset())

        def measure(*_: object, before: MeasuredSuite = before) -> MeasuredSuite:
            limits.append(tried.timeout)
            return before

        tried.measure = measure  # type: ignore[method-assign]
        tried.try_out({}, before, seconds=seconds)
    assert limits == [60.0, 150.0, 90.0, allowed] and tried.timeout == allowed


def test_a_confirmed_patch_is_taken_back_where_it_is_only_a_lead(write: Callable[..., Path], tmp_path: Path) -> None:
    root = write({"calc.py": CALC, "test_calc.py": TESTS})
    bench, before = bench_of(root, tmp_path / "bench")
    patch = {"calc.py": CALC.replace("n * 2", "n / 2").encode()}
    verdict, _after = bench.try_out(patch, before, keep=False)
    assert verdict.accepted and bench.originals == {}
    assert (bench.root / "calc.py").read_text() == CALC


@pytest.mark.parametrize("accept", [False, True])
def test_a_patch_of_low_confidence_is_a_lead_and_not_written(write, monkeypatch, accept) -> None:
    """The engine's own calibration with every confidence lowered: what is decided on it is what is tested."""
    calibrated = ConfidenceModel.confidence
    monkeypatch.setattr(ConfidenceModel, "confidence", lambda self, score: min(0.3, calibrated(self, score)))
    root = write({"calc.py": CALC.replace("min(rows)", "max(rows)"), "test_calc.py": TESTS})
    before = (root / "calc.py").read_text()
    report = apply_repair(repair_project(root, seconds=6, cores=1, settings={"accept_doubtful": accept}))
    [bug] = report.bugs
    assert bug.patch is not None and bug.check is not None and bug.check.confirmed
    assert bug.patch.against[0].startswith("Its confidence is 0.") and "+    return n" in bug.patch.diff
    assert (report.outcome, bug.outcome) == (("partial", "fixed") if accept else ("open", "lead"))
    assert (report.review, report.is_repaired) == (accept, accept)
    assert not accept or headline(report).startswith("Read the change first: the fix may be wrong (confidence 0.30,")
    assert ((root / "calc.py").read_text() == before) is not accept
    assert report.failing_after == (0 if accept else 2)
    assert accept or "--accept-doubtful" in bug.next_steps[0]


def test_an_unsure_fix_is_for_review_where_other_tests_still_fail(write, monkeypatch) -> None:
    monkeypatch.setattr(engine, "as_measured", lambda patch: replace(patch, confidence=0.5))
    tests = f"{TESTS}def test_new(): import a_package_nobody_has\n"
    root = write({"calc.py": CALC.replace("min(rows)", "max(rows)"), "test_calc.py": tests})
    report = repair_project(root, seconds=6, cores=1)
    assert (report.outcome, report.review) == ("partly", True)
    assert headline(report).startswith("Read the change first: the fix may be wrong (confidence 0.50,")


def test_tests_that_depend_on_their_order_are_left_alone_with_the_reason(write) -> None:
    rates = "_rates = {}\nFEES = []\ndef load(table): _rates.update(table)\n"
    rates += "def convert(amount, unit): return amount * _rates.get(unit, 0)\n"
    tests = """\
from rates import FEES, convert, load

def test_converts(): assert convert(2, 'usd') == 6
def test_loads():
    load({'usd': 3})
    assert convert(1, 'usd') == 3
def test_fees():
    FEES.append(1)
    assert FEES
def test_no_fees(): assert FEES == []
"""
    report = repair_project(write({"rates.py": rates, "test_rates.py": tests}), seconds=5, cores=1)
    assert (report.outcome, report.bugs, report.diff) == ("open", [], "")
    said = {one.test: one.reason for one in report.left_alone}
    assert said["test_rates.py::test_converts"].startswith("Fails alone, passes after test_rates.py::test_loads")
    assert said["test_rates.py::test_no_fees"].startswith("Passes alone, fails after test_rates.py::test_fees")
