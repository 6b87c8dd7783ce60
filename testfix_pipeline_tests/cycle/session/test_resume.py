"""A session that was stopped at any point is finished by a new owner as if nothing had happened."""

import errno
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from testfix_pipeline import cycle
from testfix_pipeline.agents.recorded_agent import RecordedAgent
from testfix_pipeline.core.agent_protocol.protocol import FixAnswer, FixRequest
from testfix_pipeline.core.errors import MachineError, ProjectError, SessionBusy, UnknownSession
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.iteration import land_attempts
from testfix_pipeline.steps.session import session_folder, workbench
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.workspace.git import changes
from testfix_pipeline.workspace.git.mirror import Mirror
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.store import RESULT, SessionStore
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, broken, calc_files, fix

Measured = Callable[..., Any]
NO_FIX = {"status": "blocked"}
# Iterations 1 and 2 find nothing, 3 has three hypotheses and the middle one is right.
FIXES = {"IMPL-fix-3b": fix(GOOD), "*": NO_FIX}
TASKS = ["IMPL-fix-1", "IMPL-fix-2", "IMPL-fix-3a", "IMPL-fix-3b", "IMPL-fix-3c"]


class Stopped(BaseException):
    """The run ends here, as if it had been killed."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the worker was asked for each task."""
    counts: Counter[str] = Counter()
    work = RecordedAgent.fix

    def fix_and_count(self: RecordedAgent, request: FixRequest) -> FixAnswer:
        counts[request.task.id] += 1
        return work(self, request)

    monkeypatch.setattr(RecordedAgent, "fix", fix_and_count)
    return counts


def stop_after(
    monkeypatch: pytest.MonkeyPatch, holder: Any, name: str, call: int = 1, how: type[BaseException] = Stopped
) -> None:
    """Have a function do its work and then end the run, at its call of this number."""
    work, calls = getattr(holder, name), iter(range(1, 1000))

    def work_and_stop(*arguments: Any, **named: Any) -> Any:
        found = work(*arguments, **named)
        if next(calls) == call:
            raise how("lost")
        return found

    monkeypatch.setattr(holder, name, work_and_stop)


# Where a run stops: the function after which it does, and at which of its calls.
POINTS: dict[str, Any] = {
    "before an iteration": None,
    "after plan": (cycle, "plan", 1),
    "after the second of three attempts": (cycle, "attempt", 2),
    "after all three attempts": (cycle, "attempt", 3),
    "between the landing and the journal": (Mirror, "land", 1),
    "within settle, before the state": (land_attempts, "write_iteration_summary", 1),
    "after settle": (cycle, "settle_iteration", 1),
    "before complete": (cycle, "plan", 2),
    "between the final commit and the status": (Mirror, "land", 2),
}


def broken_off(session: Any, monkeypatch: pytest.MonkeyPatch, where: Any) -> Any:
    """The session as a new owner has it after the first one stopped at a point."""
    if where is not None:
        with monkeypatch.context() as patch:
            stop_after(patch, *where)
            with pytest.raises(Stopped):
                session.finish()
    return session.taken_over("owner-2").measure()


@pytest.mark.parametrize("point", POINTS)
def test_a_stopped_session_is_finished_as_an_unbroken_one(measured, asked, monkeypatch, point) -> None:
    session = measured(calc_files("add"), analyses(3), FIXES, after=2)
    asked.clear()
    again = broken_off(session, monkeypatch, POINTS[point])
    assert again.finish()["outcome"] == "success"
    assert again.source() == GOOD
    assert again.subjects() == [
        "test-cycle: iteration 3 - exploratory strategy (pass: 70% → 100%)",
        "test-cycle: complete - success (pass: 100%)",
    ]
    assert asked == Counter(TASKS[2:])
    assert [one.task_id for one in again.store.history().attempts] == TASKS
    assert [one.result for one in again.state.iterations] == ["no_gain", "no_gain", "landed"]
    assert again.attempts["IMPL-fix-3b"].commit == again.repo.git("rev-parse", f"{again.branch}~1").strip()
    assert again.store.session().status == "completed"
    assert not list(again.cache.rglob(again.ref.session_id))


def test_a_rollback_is_neither_lost_nor_repeated(measured, asked, monkeypatch) -> None:
    fixes = {"IMPL-fix-1": fix(broken("half", "shout")), "IMPL-fix-2": fix(GOOD)}
    session = measured(calc_files("add"), analyses(3), fixes)
    again = broken_off(session, monkeypatch, (Mirror, "land", 1))
    assert again.state.iterations[0].completed_at is None
    assert again.finish()["outcome"] == "success"
    assert again.subjects() == [
        "test-cycle: iteration 1 - conservative strategy (pass: 70% → 50%)",
        "test-cycle: rollback iteration 1 - regression detected (pass: 50% < 70%)",
        "test-cycle: iteration 2 - surgical strategy (pass: 70% → 100%)",
        "test-cycle: complete - success (pass: 100%)",
    ]
    assert asked == Counter(["IMPL-fix-1", "IMPL-fix-2"])
    fallen = again.attempts["IMPL-fix-1"]
    assert fallen.rolled_back and fallen.commit == again.repo.git("rev-parse", f"{again.branch}~3").strip()


@pytest.mark.parametrize("written", ["create", "save_session"])
def test_a_session_stopped_while_it_opened_is_measured_and_goes_on(calc, scripted, start, monkeypatch, written) -> None:
    agent = scripted(analyses(1), {"IMPL-fix-1": fix(GOOD)})
    repo = calc("shout")
    with monkeypatch.context() as patch:
        stop_after(patch, SessionStore, written)
        with pytest.raises(Stopped):
            start(repo, agents=[agent], session_id="WFS-test-early")
    ref = cycle.SessionRef(str(repo.root), SessionId("WFS-test-early"), "owner-1")
    cycle.measure(ref)
    assert cycle.finish(ref)["outcome"] == "success"
    assert repo.git("show", "testfix/WFS-test-early:calc.py") == GOOD
    assert SessionStore(repo.root, SessionId("WFS-test-early")).task("IMPL-002").status == "completed"


def test_a_completed_session_is_not_taken_up_but_tidied(measured: Measured, monkeypatch: pytest.MonkeyPatch) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": fix(GOOD)})
    with monkeypatch.context() as patch:
        stop_after(patch, workbench.Workbench, "set_status")
        with pytest.raises(Stopped):
            session.finish()
    assert session.store.session().status == "completed"
    assert not session.store.path(RESULT).exists()
    again = session.taken_over("owner-2")
    with pytest.raises(UnknownSession, match="is completed"):
        again.measure()
    assert json.loads(session.store.path(RESULT).read_text())["outcome"] == "success"
    assert not list(session.cache.rglob(session.ref.session_id))


RUNNER = """
import sys
from testfix_pipeline import cycle
from testfix_pipeline.steps.session.progress_listeners import listening

def tell(items, detail):
    print("|".join([*(item.title for item in items), detail]), flush=True)

with listening(tell):
    cycle.run({"project": sys.argv[1], "agents": [sys.argv[2]], "session_id": "WFS-test-killed"}, "killed")
"""


def below(pid: int) -> list[psutil.Process]:
    with suppress(psutil.NoSuchProcess):
        return list(psutil.Process(pid).children(recursive=True))
    return []


@pytest.fixture
def killed(scripted: Callable[..., str]) -> Iterator[Callable[..., None]]:
    """Run a cycle in a process of its own and kill that with SIGKILL when its progress says a word."""

    def run(repo: Any, agent: str, word: str) -> None:
        command = [sys.executable, "-c", RUNNER, str(repo.root), agent]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
            assert process.stdout is not None
            seen = next((line for line in process.stdout if word in line), None)
            started = below(process.pid)
            os.kill(process.pid, signal.SIGKILL)
        assert seen is not None
        assert process.returncode == -signal.SIGKILL
        _, alive = psutil.wait_procs(started, timeout=30)
        assert alive == []

    yield run


@pytest.mark.parametrize("word", ["measuring the baseline", "Iteration 1"])
def test_a_run_killed_with_sigkill_is_finished_by_another_process(calc, scripted, killed, word) -> None:
    agent = scripted(analyses(1), {"IMPL-fix-1": fix(GOOD)})
    repo = calc("shout")
    before = repo.fingerprint(".workflow/")
    killed(repo, agent, word)
    ref = cycle.SessionRef(str(repo.root), SessionId("WFS-test-killed"), "owner-2")
    cycle.measure(ref)
    result = cycle.finish(ref)
    assert (result["outcome"], result["iterations"]) == ("success", 1)
    assert repo.git("show", "testfix/WFS-test-killed:calc.py") == GOOD
    assert len(result["commits"]) == 2
    assert repo.fingerprint(".workflow/") == before
    cache = Path(os.environ["TESTFIX_CACHE"])
    assert not list(cache.rglob("WFS-test-killed"))
    running = [" ".join(process.info["cmdline"] or []) for process in psutil.process_iter(["cmdline"])]
    assert not [line for line in running if str(cache) in line or str(repo.root) in line]


def test_a_session_that_somebody_works_on_is_not_taken_over(measured: Measured) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": fix(GOOD)})
    tasks = cycle.plan(session.ref, 1)
    intruder = cycle.SessionRef(session.ref.project, session.ref.session_id, "owner-2")
    with pytest.raises(SessionBusy, match="owner-1"):
        cycle.measure(intruder)
    assert cycle.plan(session.ref, 1) == tasks
    assert session.finish()["outcome"] == "success"


def test_a_branch_that_is_checked_out_is_left_alone_and_landed_on_later(measured: Measured) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": fix(GOOD)})
    cycle.plan(session.ref, 1), cycle.attempt(session.ref, "IMPL-fix-1")
    session.repo.git("checkout", "-q", session.branch)
    before = session.repo.fingerprint(".workflow/")
    with pytest.raises(ProjectError, match="is checked out"):
        cycle.settle_iteration(session.ref, 1)
    assert session.repo.fingerprint(".workflow/") == before
    session.repo.git("checkout", "-q", "main")
    assert session.taken_over("owner-2").measure().finish()["outcome"] == "success"


def test_commits_of_somebody_else_on_the_branch_are_not_taken_for_the_sessions(measured: Measured) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": fix(GOOD)})
    cycle.plan(session.ref, 1), cycle.attempt(session.ref, "IMPL-fix-1")
    tip = session.repo.refs()[f"refs/heads/{session.branch}"]
    tree = session.repo.git("rev-parse", f"{tip}^{{tree}}").strip()
    other = session.repo.git("commit-tree", "-p", tip, "-m", "mine", tree).strip()
    session.repo.git("update-ref", f"refs/heads/{session.branch}", other)
    with pytest.raises(ProjectError, match="not the session's"):
        cycle.settle_iteration(session.ref, 1)
    assert session.repo.refs()[f"refs/heads/{session.branch}"] == other
    session.repo.git("update-ref", f"refs/heads/{session.branch}", tip)
    assert session.taken_over("owner-2").measure().finish()["outcome"] == "success"


def test_what_killed_writers_left_half_written_goes(measured: Measured) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": NO_FIX})
    session.iteration(1)
    places = [session.folder / ".process", session.folder / ".process" / "attempts", session.folder / ".task"]
    for place in places:
        (place / ".IMPL-fix-1.json.0a1b2c3d.part").write_text("{")
    session.taken_over("owner-2").measure()
    assert not list(session.folder.rglob("*.part"))


def test_a_folder_that_a_killed_run_took_is_given_back_and_one_of_a_living_run_stays(
    calc: Callable[..., Any], scripted: Callable[..., str], start: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, repo = scripted(analyses(1), {}), calc("shout")
    with monkeypatch.context() as patch:
        stop_after(patch, workbench, "take_folder")
        with pytest.raises(Stopped):
            start(repo, "dead", agents=[agent])
    project = Project.open(repo.root)
    (taken,) = (repo.root / ".workflow/active").glob("WFS-*")
    session_folder.tidy(project)
    assert taken.is_dir()
    release("dead")
    session_folder.tidy(project)
    assert not taken.exists()
    assert repo.git("status", "--porcelain") == ""


@pytest.mark.parametrize("trouble", [errno.ENOSPC, errno.EACCES])
def test_what_the_machine_refuses_is_reported_and_costs_no_iteration(measured, asked, monkeypatch, trouble) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": fix(GOOD)})
    cycle.plan(session.ref, 1)

    def refuse(*_arguments: Any) -> None:
        raise OSError(trouble, os.strerror(trouble), "the disk")

    with monkeypatch.context() as patch:
        patch.setattr(Mirror, "keep", refuse)
        with pytest.raises(MachineError, match=os.strerror(trouble)) as caught:
            cycle.attempt(session.ref, "IMPL-fix-1")
    assert "testfix resume" in caught.value.next_step
    again = session.taken_over("owner-2").measure()
    assert again.finish()["outcome"] == "success"
    assert [one.result for one in again.state.iterations] == ["landed"]


def test_a_fix_that_does_not_go_in_any_more_is_not_committed_as_one(measured, monkeypatch) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": fix(GOOD)})
    cycle.plan(session.ref, 1), cycle.attempt(session.ref, "IMPL-fix-1")
    with monkeypatch.context() as patch:
        patch.setattr(Mirror, "parent", lambda *_arguments: "another commit than the tip")
        patch.setattr(Mirror, "apply_patch", lambda *_arguments: "patch does not apply")
        with pytest.raises(ProjectError, match="IMPL-fix-1 does not go onto"):
            cycle.settle_iteration(session.ref, 1)
    assert session.subjects() == []
    assert session.taken_over("owner-2").measure().finish()["outcome"] == "success"


def test_a_change_with_a_huge_file_is_refused_unread(measured: Measured, monkeypatch: pytest.MonkeyPatch) -> None:
    session = measured(calc_files("add"), analyses(1), {"IMPL-fix-1": fix(GOOD)})
    monkeypatch.setattr(changes, "MOST_BYTES", 10)
    session.iteration(1)
    one = session.attempts["IMPL-fix-1"]
    assert (one.result, one.patch) == ("refused", "")
    assert one.reason.startswith("calc.py: It has over") and one.reason.endswith("(size)")
