"""A session that machines share through a git remote, on the command line: started here, gone on with there."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline.workspace.shared.leases import LEASE_VARIABLE
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, broken, calc_files, fix
from testfix_pipeline_tests.loopback_server import LoopbackHandler, LoopbackServer

Testfix = Callable[..., Any]


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty remote; leases of three seconds."""
    monkeypatch.setenv(LEASE_VARIABLE, "3")
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "remote.git")], check=True)
    return tmp_path / "remote.git"


@pytest.fixture
def calc(repository: Callable[..., Any]) -> Any:
    """A project with two bugs."""
    return repository("calc", files=calc_files("add", "half"))


def script(folder: Path, fixes: dict[str, Any]) -> str:
    (folder / "script.json").write_text(json.dumps({"name": "s", "analyses": analyses(10), "fixes": fixes}))
    return f"recorded:{folder / 'script.json'}"


def test_a_session_is_seen_and_gone_on_with_on_another_machine(testfix, calc, bare, tmp_path, monkeypatch) -> None:
    answers = script(tmp_path, {"IMPL-fix-1": fix(broken("half")), "*": fix(GOOD)})
    launch = ("--project", calc.root, "--agents", answers, "--max-iterations", "1", "--json")
    first = testfix("fix", "--remote", bare, *launch)
    assert (first.code, first.found["outcome"], first.found["project"]) == (1, "blocked", str(calc.root)), first.err
    session = first.found["session_id"]
    other = tmp_path / "other"
    for variable, part in (("HOME", "home"), ("TESTFIX_CACHE", "cache"), ("DAGSTER_HOME", "instance")):
        (other / part).mkdir(parents=True)
        monkeypatch.setenv(variable, str(other / part))
    subprocess.run(["git", "clone", "-q", str(calc.root), str(other / "clone")], check=True)
    (row,) = testfix("status", "--remote", bare, "--json").found["sessions"]
    assert (row["session_id"], row["status"]) == (session, "blocked")
    seen = testfix("status", "--remote", bare, "--session", session, "--json").found
    assert seen["remaining_failures"] == first.found["remaining_failures"]
    assert (seen["remote"], seen["iteration"]) == (str(bare), 1)
    going_on = ("--remote", bare, "--session", session, "--project", other / "clone", "--max-iterations", "3")
    again = testfix("resume", *going_on, "--json")
    assert (again.code, again.found["outcome"]) == (0, "success"), again.err
    assert again.found["project"] == str(other / "clone")
    shown = subprocess.run(["git", "show", f"testfix/{session}:calc.py"], cwd=other / "clone", capture_output=True)
    assert shown.stdout.decode() == GOOD
    assert SessionStore(calc.root, session).session().status == "blocked", "the first one's files are its own"


def test_another_project_and_another_session_of_that_name_are_left_alone(
    testfix: Testfix, calc: Any, bare: Path, repository: Callable[..., Any], tmp_path: Path
) -> None:
    launch = ("--agents", script(tmp_path, {"*": fix(GOOD)}), "--json")
    session = testfix("fix", "--project", calc.root, "--remote", bare, *launch).found["session_id"]
    other = repository("other", files=calc_files("add"))
    foreign = testfix("resume", "--remote", bare, "--session", session, "--project", other.root)
    assert foreign.code == 2 and "is one of another project" in foreign.err
    assert not (other.root / ".workflow").exists() and list(other.refs()) == ["refs/heads/main"]
    own = testfix("fix", "--project", other.root, *launch).found["session_id"]
    assert own == session
    before = other.refs()
    refused = testfix("resume", "--remote", bare, "--session", session, "--project", other.root)
    assert refused.code == 2 and "of its own" in refused.err
    assert other.refs() == before
    unnamed = testfix("resume", "--remote", bare, "--project", other.root)
    assert unnamed.code == 2 and "--session" in unnamed.err


def test_what_is_in_the_way_is_named_before_and_after_the_launch(testfix, calc, bare, tmp_path) -> None:
    nowhere = testfix("fix", "--project", calc.root, "--remote", tmp_path / "nowhere.git")
    assert nowhere.code == 2 and "can't be reached" in nowhere.err and "Check the address" in nowhere.err
    (bare / "hooks").mkdir(exist_ok=True)
    (bare / "hooks" / "pre-receive").write_text("#!/bin/sh\necho over the quota >&2\nexit 1\n")
    (bare / "hooks" / "pre-receive").chmod(0o755)
    refused = testfix("fix", "--project", calc.root, "--remote", bare)
    assert refused.code == 2 and "over the quota" in refused.err and "Allow pushes to refs/testfix/*" in refused.err
    unknown = testfix("status", "--remote", bare, "--session", "WFS-none")
    assert unknown.code == 2 and "has no session WFS-none" in unknown.err


def test_credentials_are_neither_taken_nor_shown(testfix, calc, tmp_path, monkeypatch) -> None:
    held = testfix("fix", "--project", calc.root, "--remote", "https://ada:hunter2@example.org/r.git")
    assert held.code == 2 and "holds credentials" in held.err and "hunter2" not in held.err
    with Refusing() as server:
        address = server.address
        rewritten = f"url.http://ada:hunter2@{address.removeprefix('http://')}.insteadOf"
        for name, value in {"COUNT": "1", "KEY_0": rewritten, "VALUE_0": address}.items():
            monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
        denied = testfix("fix", "--project", calc.root, "--remote", f"{address}/r.git")
    assert denied.code == 2 and "does not take the credentials" in denied.err, denied.err
    assert "hunter2" not in denied.err + denied.out
    for file in (path for path in tmp_path.rglob("*") if path.is_file()):
        assert b"hunter2" not in file.read_bytes(), file


class _RefusingHandler(LoopbackHandler):
    def do_GET(self) -> None:
        self.send(401, b"", {"WWW-Authenticate": 'Basic realm="git"'})


class Refusing(LoopbackServer):
    """A server that takes nobody's credentials."""

    handler = _RefusingHandler
