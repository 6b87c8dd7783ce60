"""A session that is opened and measured before its run exists: the run's steps find it done."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import definitions
from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.defs.runs import head_start, job_runner
from testfix_pipeline.defs.runs.job_runner import run_job
from testfix_pipeline.defs.session import session_jobs
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.defs.conftest import look

RUN = "0b2f8a5e-0000-4000-8000-000000000001"


def sessions(root: Path) -> list[str]:
    return sorted(one.name for one in (root / ".workflow" / "active").glob("WFS-*"))


def test_the_run_measures_nothing_again(calc: Callable[..., Any]) -> None:
    project = calc()
    launch = {"project": str(project.root)}
    ref = head_start.open_session(launch, RUN)
    head_start.measure(ref)
    measured = ref.store.path(".process/baseline-run.json").stat().st_ino
    run = look(run_job("fix", launch, run_id=RUN))
    assert run.end.success
    assert run.record.run_id == RUN
    assert sessions(project.root) == [ref.session_id]
    assert ref.store.path(".process/baseline-run.json").stat().st_ino == measured
    assert ref.store.session().outcome == "success"


def test_a_suite_that_can_not_be_measured_fails_the_run_with_its_own_sentence(repository: Callable[..., Any]) -> None:
    project = repository("empty", files={"shop.py": "PRICE = 1\n"})
    launch = {"project": str(project.root)}
    ref = head_start.open_session(launch, RUN)
    head_start.measure(ref)
    with pytest.raises(MeasurementError) as found:
        head_start.measured_workbench(ref)
    run = look(run_job("fix", launch, run_id=RUN))
    assert run.end.error == str(found.value)
    assert sessions(project.root) == [ref.session_id]
    assert ref.store.session().status == "failed"


def test_ctrl_c_while_the_baseline_is_measured_pauses_the_session(calc, monkeypatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    project = calc()
    monkeypatch.setattr(head_start, "measure", interrupted)
    found = use_cases.fix({"project": str(project.root)}, quiet=True)
    assert found["outcome"] == "paused"
    assert SessionStore(project.root, found["session_id"]).session().status == "paused"


def test_ctrl_c_before_a_session_is_open_announces_no_pause(calc, monkeypatch, capfd) -> None:
    monkeypatch.setattr(head_start, "open_session", lambda *_: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        use_cases.fix({"project": str(calc().root)}, quiet=True)
    assert "paused" not in capfd.readouterr().err


def test_ctrl_c_while_the_run_is_created_pauses_the_session(calc, monkeypatch) -> None:
    def interrupted(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    project = calc()
    monkeypatch.setattr(job_runner, "_origin", interrupted)
    found = use_cases.fix({"project": str(project.root)}, quiet=True)
    assert found["outcome"] == "paused"
    assert SessionStore(project.root, found["session_id"]).session().status == "paused"


def test_an_interrupt_that_is_deferred_is_raised_at_the_end() -> None:
    reached = []
    with pytest.raises(KeyboardInterrupt), head_start.deferred_interrupts():
        os.kill(os.getpid(), signal.SIGINT)
        reached.append("the end of the block")
    assert reached


def test_what_a_session_needs_is_imported_without_the_history() -> None:
    modules = (head_start.SESSION_JOBS, head_start.RUNNING, head_start.ENGINE)
    program = (
        f"import sys, {', '.join(modules)}; print([m for m in ('pandas', 'numpy', 'pyarrow') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("name", session_jobs.JOBS)
def test_a_job_of_a_session_is_the_one_that_the_ui_has(name: str) -> None:
    ours, shown = session_jobs.defs.resolve_job_def(name), definitions.defs.resolve_job_def(name)
    assert ours.get_job_snapshot_id() == shown.get_job_snapshot_id()
