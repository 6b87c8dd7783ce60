"""What runs beside the judge's full run of a short suite, and when the cycle takes it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.records import Outcome, SuiteRun
from testfix_pipeline.execution import parallel_runs
from testfix_pipeline.execution.affected_tests import test_selection
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.iteration import second_look
from testfix_pipeline.steps.measurement import concurrent_runs, confirmation, suite_measurement
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, calc_files, fix

Measured = Callable[..., Any]
FIXED = {"IMPL-fix-1": fix(GOOD)}


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs can't meet and the suite is short, however this machine is and however busy."""
    monkeypatch.setattr(parallel_runs, "can_run_in_parallel", lambda target: True)
    monkeypatch.setattr(test_selection, "SHORT_SUITE_S", 1000.0)


def never(*_arguments: object, **_named: object) -> Any:
    raise AssertionError("This run was made already.")


@pytest.mark.usefixtures("apart")
def test_one_run_beside_the_judges_confirms_it_and_is_the_second_look(measured, monkeypatch) -> None:
    session = measured(calc_files("add"), analyses(1), FIXED)
    trees: list[Path] = []

    def seen(target: Any, tree: Path, **options: Any) -> SuiteRun:
        trees.append(tree)
        return run_suite(target, tree, **options)

    monkeypatch.setattr(concurrent_runs, "run_suite", seen)
    monkeypatch.setattr(suite_measurement, "run_suite", seen)
    monkeypatch.setattr(second_look, "observe_tests", never)
    monkeypatch.setattr(confirmation, "run_tests", never)
    assert session.iteration(1).result == "landed"
    assert cycle.plan(session.ref, 2) is None
    assert len(set(trees)) == len(trees) == 2, "two full runs, each in a tree of its own, and no third one that watches"
    assert not any(tree.exists() for tree in trees)
    assert session.store.results().confirmed == session.ref.open().mirror.tip


@pytest.mark.usefixtures("apart")
def test_what_differs_from_the_judges_run_confirms_nothing(measured: Measured, monkeypatch: pytest.MonkeyPatch) -> None:
    session = measured(calc_files("add"), analyses(1), FIXED)

    def unsteady(wb: Any, tree: Path, beside: Any) -> concurrent_runs.Watched:
        run = run_suite(wb.target, tree)
        first = next(iter(run.outcomes))
        return run.model_copy(update={"outcomes": {**run.outcomes, first: Outcome(id=first, status="failed")}}), []

    monkeypatch.setattr(concurrent_runs, "_run_watched", unsteady)
    assert session.iteration(1).result == "landed"
    assert not session.store.path(concurrent_runs.CONFIRMING).exists()
    asked = []
    again = confirmation.run_tests
    monkeypatch.setattr(confirmation, "run_tests", lambda *given: asked.append(given) or again(*given))
    assert cycle.plan(session.ref, 2) is None and len(asked) == 1


def test_nothing_runs_beside_runs_that_it_could_meet(measured: Measured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel_runs, "can_run_in_parallel", lambda target: False)
    monkeypatch.setattr(concurrent_runs, "run_suite", never)
    session = measured(calc_files("add"), analyses(1), FIXED)
    assert session.iteration(1).result == "landed"
    assert cycle.plan(session.ref, 2) is None


def test_runs_that_met_are_judged_again_by_themselves(measured, apart, monkeypatch, tmp_path) -> None:
    """A port that the other run holds, here a file that is there as long as runs are beside the judge's."""
    port = tmp_path / "port"
    files = calc_files("add")
    files["test_port.py"] = f"import pathlib\n\ndef test_port():\n    assert not pathlib.Path({str(port)!r}).exists()\n"
    session = measured(files, analyses(1), FIXED)
    opened = concurrent_runs.second_tree

    @contextmanager
    def held(*given: Any) -> Iterator[Path | None]:
        with opened(*given) as tree:
            port.touch()
            yield tree
            port.unlink(missing_ok=True)

    monkeypatch.setattr(concurrent_runs, "second_tree", held)
    monkeypatch.setattr(concurrent_runs, "are_runs_isolated", lambda target: False)
    assert session.iteration(1).result == "landed"
