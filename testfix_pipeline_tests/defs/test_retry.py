"""A run whose process is killed in the middle of an iteration, and its retry from failure as Dagster does it."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import dagster as dg
from dagster._core.definitions.reconstruct import ReconstructableRepository

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.cycle.projects import GOOD, broken, fix
from testfix_pipeline_tests.warm import WarmStarts

LAUNCH = """
import json, sys
from testfix_pipeline.defs.runs.job_runner import run_job
run_job('fix', json.loads(sys.argv[1]))
"""


def killed_after(warm: WarmStarts, attempt: Path, launch: dict[str, Any]) -> None:
    """Run `fix` in a process of its own, and kill that as soon as an attempt is journalled."""
    with warm.start(LAUNCH, json.dumps(launch)) as worker:
        while not attempt.exists():
            assert not worker.ended(within=0.02), "the run ended before it could be killed"
        os.kill(worker.pid, signal.SIGKILL)
        assert worker.wait() == -signal.SIGKILL


def test_retry_goes_on_where_the_killed_run_was(calc, script, warm) -> None:
    repo = calc("add", "shout")
    agent = script({"IMPL-fix-1": fix(broken("shout")), "*": fix(GOOD)})
    store = SessionStore(repo.root, SessionId("WFS-one"))
    journal = store.path(".process/attempts/IMPL-fix-1.json")
    killed_after(warm, journal, {"project": str(repo.root), "agents": [agent], "session_id": "WFS-one"})
    first = journal.stat().st_mtime_ns
    job = ReconstructableRepository.for_module("testfix_pipeline.definitions", "defs").get_reconstructable_job("fix")
    with instance() as opened:
        (dead,) = opened.get_runs()
        opened.report_run_failed(dead)  # what run monitoring does when it misses the worker
        options = dg.ReexecutionOptions.from_failure(dead.run_id, opened)
        with dg.execute_job(job, instance=opened, reexecution_options=options) as retry:
            assert retry.success
            assert "session" not in {event.step_key for event in retry.all_events}
    assert journal.stat().st_mtime_ns == first
    assert repo.git("show", "testfix/WFS-one:calc.py") == GOOD
    assert [one.task_id for one in store.history().attempts] == ["IMPL-fix-1", "IMPL-fix-2"]
    assert list((Path(os.environ["TESTFIX_CACHE"])).glob("*/WFS-one/trees/*")) == []
