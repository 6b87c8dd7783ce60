"""A run killed with SIGKILL is finished by `testfix resume` as if nothing had been; `make prove-kills` tries more."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from testfix_pipeline_tests.cli.conftest import COMMAND
from testfix_pipeline_tests.warm import WarmStarts

BROKEN = "def one():\n    return 0\n\n\ndef two():\n    return 0\n"
FIRST = BROKEN.replace("return 0", "return 1", 1)
BOTH = FIRST.replace("return 0", "return 2", 1)
TESTS = """\
from values import one, two


def test_one():
    assert one() == 1


def test_two():
    assert two() == 2
"""
WORDS = "This report explains at length what is wrong with the code and how it is going to be repaired. " * 8

MOMENTS = ("measure the baseline", "[x] → Iteration 1")


@pytest.fixture
def repo(repository: Callable[..., Any]) -> Any:
    return repository(files={"values.py": BROKEN, "test_values.py": TESTS})


@pytest.fixture
def agent(tmp_path: Path) -> str:
    """One right fix an iteration."""
    analyses, fixes = {}, {}
    for number, text in ((1, FIRST), (2, BOTH)):
        answer = {"modification_points": [f"values.py:f:{number}"], "affected_tests": [], "confidence_score": 0.9}
        payload = {**answer, "root_causes": [f"wrong value {number}"]}
        analyses[str(number)] = {"kind": "ok", "text": WORDS, "payload": payload}
        fixes[f"IMPL-fix-{number}"] = {"files": {"values.py": text}}
    path = tmp_path / "script.json"
    path.write_text(json.dumps({"name": "script", "analyses": analyses, "fixes": fixes}))
    return f"recorded:{path}"


def killed_at(warm: WarmStarts, moment: str, *arguments: str) -> None:
    """Start `testfix` and kill it the moment its progress shows a line."""
    with warm.start(COMMAND, *arguments) as running:
        seen = next((line for line in running.stderr if moment in line), None)
        os.kill(running.pid, signal.SIGKILL)
        assert seen is not None, f"the run never said {moment!r}"
        assert running.wait() == -signal.SIGKILL


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_run_is_finished_by_resume(repo, agent, testfix, warm, tmp_path, moment) -> None:
    before = repo.fingerprint(".workflow/")
    killed_at(warm, moment, "fix", "--project", str(repo.root), "--agents", agent)
    assert "No run works on it" in testfix("status", "--project", repo.root, "--once").out
    ended = testfix("resume", "--project", repo.root, "--json")

    assert ended.code == 0, ended.err
    found = ended.found
    assert (found["outcome"], found["iterations"]) == ("success", 2)
    assert repo.git("show", f"{found['branch']}:values.py") == BOTH, "the tree of an unbroken run"
    subjects = [line for line in repo.subjects(found["branch"]) if "iteration" in line]
    assert subjects == [
        "test-cycle: iteration 1 - conservative strategy (pass: 0% → 50%)",
        "test-cycle: iteration 2 - conservative strategy (pass: 50% → 100%)",
    ]
    attempts = json.loads(
        (repo.root / ".workflow/active" / found["session_id"] / ".process/fix-history.json").read_text()
    )
    assert [one["task_id"] for one in attempts["attempts"]] == ["IMPL-fix-1", "IMPL-fix-2"]
    assert repo.fingerprint(".workflow/") == before
    assert not left_behind(tmp_path), "no process is left"
    assert not [path for path in (tmp_path / "cache").rglob("trees/*") if path.is_dir()], "no worktree is left"


WAITING = """\
import os
import signal

from values import one


def test_one():
    found = one()
    if found != 0 and os.path.exists({pipe!r}):
        open({pipe!r}, "w").close()
        signal.pause()
    assert found == 0
"""
VERIFY = """\
import sys
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify
verify({"project": sys.argv[1], "sandbox": {"write": [sys.argv[2]]}}, ChangeToVerify())
"""


def test_a_killed_verification_leaves_nothing_and_the_next_one_works(repository, testfix, warm, tmp_path) -> None:
    """It is killed while a test waits for ever, in the child in which a call of the program answers something else."""
    pipe = tmp_path / "open" / "pipe"
    pipe.parent.mkdir()
    os.mkfifo(pipe)
    tests = WAITING.format(pipe=str(pipe))
    repo = repository(files={"values.py": BROKEN, "test_values.py": tests})
    repo.write("test_values.py", tests.replace("found ==", "found is"))
    before = repo.fingerprint()
    with warm.start(VERIFY, str(repo.root), str(pipe.parent)) as running:
        with pipe.open():
            os.kill(running.pid, signal.SIGKILL)
        assert running.wait() == -signal.SIGKILL
    pipe.unlink()
    assert repo.fingerprint() == before
    found = testfix("verify", "--project", repo.root, "--json")
    assert (found.code, found.found["verdict"]) == (0, "verified"), found.err
    assert repo.fingerprint() == before
    assert not left_behind(tmp_path), "no process is left"
    assert not list((tmp_path / "cache").rglob("WFS-verify-*")), "nor what it worked on"


def left_behind(folder: Path) -> list[str]:
    """Processes other than this one that work below the folder."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.pid != os.getpid() and str(folder) in process.cwd():
                found.append(f"{process.pid} {process.name()}")
        except psutil.Error:
            continue
    return found


def test_a_run_stopped_by_the_user_is_paused_and_says_how_to_go_on(repo, agent, testfix, warm, tmp_path) -> None:
    with warm.start(COMMAND, "fix", "--project", str(repo.root), "--agents", agent) as running:
        assert any("baseline measured" in line for line in running.stderr)
        os.kill(running.pid, signal.SIGINT)
        code, said, _ = running.communicate()
    assert code == 1
    assert "paused" in said
    assert "testfix resume" in said
    assert not left_behind(tmp_path)
    assert testfix("resume", "--project", repo.root, "--json").found["outcome"] == "success"


IMPOSSIBLE = "from values import one\n\n\ndef test_odd():\n    assert one() != one() and one() < one()\n"


def test_one_ctrl_c_in_an_iteration_is_announced_and_ends_the_session(repository, testfix, warm, tmp_path) -> None:
    """Dagster retries a step that was interrupted if its job retries lost steps, as those of the UI do."""
    repo = repository(files={"values.py": BROKEN, "test_values.py": IMPOSSIBLE})
    before = repo.fingerprint(".workflow/")
    with warm.start(COMMAND, "fix", "--project", str(repo.root), "--max-iterations", "10") as running:
        assert any("IMPL-fix-1" in line for line in running.stderr)
        os.kill(running.pid, signal.SIGINT)
        code, said, shown = running.communicate()
    assert (code, shown.count("IMPL-fix-1")) == (1, 0), shown
    assert "stopping" in shown and "Ctrl-C again" in shown
    assert "paused" in said and "Stopped by the user" in said and "testfix resume" in said
    assert not left_behind(tmp_path)
    assert repo.fingerprint(".workflow/") == before
    assert not [path for path in (tmp_path / "cache").rglob("trees/*") if path.is_dir()]
    (session,) = testfix("status", "--project", repo.root, "--json").found["sessions"]
    assert session["status"] == "paused"


DEAF = """
import signal, sys, threading
from testfix_pipeline.cli import announced_interrupts
announced_interrupts.ONE_STOP_S = 0
signal.signal(signal.SIGINT, lambda *_: None)
with announced_interrupts.announced_interrupts(lambda text: print(text, flush=True)):
    print("ready", flush=True)
    threading.Event().wait(300)
"""


def test_a_second_ctrl_c_ends_a_program_that_does_not_stop(warm: WarmStarts) -> None:
    with warm.start(DEAF) as running:
        assert running.stdout.readline() == "ready\n"
        os.kill(running.pid, signal.SIGINT)
        assert "Ctrl-C again" in running.stdout.readline()
        os.kill(running.pid, signal.SIGINT)
        assert "testfix resume" in running.stdout.readline()
        assert running.wait() == 130
