"""Real repositories in a folder of the test's own, with nothing of the developer's home or git configuration."""

from __future__ import annotations

import gc
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from testfix_pipeline.agents.calls import Probe
from testfix_pipeline.agents.clis.registration import TOOLS
from testfix_pipeline.agents.registration import registered_agent
from testfix_pipeline.core.configuration.agent_names import agents, automatic_names
from testfix_pipeline.execution import flaky_tests
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool
from testfix_pipeline_tests.project_files import write_files
from testfix_pipeline_tests.warm import FEW_ROUNDS, WarmStarts

gc.disable()  # until all tests are collected: looking for garbage among what stays took 10 of the 26 s of that
# What pytest makes of 700 modules is kept for the next run, as `make test` keeps byte code: each worker spent half of
# its collection on that.
sys.dont_write_bytecode, _NO_BYTE_CODE = False, sys.dont_write_bytecode
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a script: Ctrl-C is tested all the same
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Two cores are shared with other work, and on a fresh machine the first text waits for Hypothesis' table of characters.
settings.register_profile("tests", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")

pytest_plugins = [
    "testfix_pipeline_tests.process_guard",
    "testfix_pipeline_tests.case_ids",
    "testfix_pipeline_tests.long_tests",
    "testfix_pipeline_tests.cpu_seconds",
]


class Repository:
    """A user's repository, driven with plain git."""

    def __init__(self, root: Path, *init: str) -> None:
        self.root = root
        root.mkdir(parents=True)
        self.git("init", "-q", "-b", "main", *init)

    def git(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run(["git", *arguments], cwd=self.root, capture_output=True, check=False)
        assert not check or done.returncode == 0, done.stderr.decode()
        return os.fsdecode(done.stdout)

    def write(self, path: str, content: str | bytes) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def commit(self, message: str = "work", **files: str) -> str:
        for path, content in files.items():
            self.write(path, content)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD").strip()

    def refs(self) -> dict[str, str]:
        rows = self.git("for-each-ref", "--format=%(refname) %(objectname)").splitlines()
        return dict(row.split(" ") for row in rows)

    def subjects(self, ref: str) -> list[str]:
        """The subjects of a ref's commits, oldest first."""
        return self.git("log", "--reverse", "--format=%s", ref).splitlines()

    def fingerprint(self, *besides: str) -> dict[str, str]:
        """Everything in `.git` but objects and the sessions' refs, and every file of the checkout, by its hash.

        `besides` are prefixes of paths that are left out.
        """
        left_out = (".git/objects/", ".git/refs/testfix/", ".git/refs/heads/testfix/", *besides)
        found = {}
        for file in sorted(self.root.rglob("*")):
            name = file.relative_to(self.root).as_posix()
            if name.startswith(left_out):
                continue
            if file.is_symlink():
                found[name] = f"-> {file.readlink()}"
            elif file.is_file():
                found[name] = hashlib.sha256(file.read_bytes()).hexdigest()
        return found

    def open(self, subdir: str = "") -> Project:
        return Project.open(self.root / subdir)


@pytest.fixture(autouse=True)
def own_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home, a cache, an instance and a git configuration that end with the test; the home's folder.

    What compilers made stays until all tests have ended.
    """
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(
        "[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n"
    )
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for pair in (pair for tool in TOOLS.values() for pair in tool.keys):  # no model is asked by default
        monkeypatch.delenv(pair.key, raising=False)
    ours = str(Path(sys.executable).parent)  # another `python` of the machine may have pytest, too
    monkeypatch.setenv("PATH", os.pathsep.join([ours, os.environ.get("PATH", "")]))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / ".gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))
    builds = tmp_path_factory.getbasetemp()  # the standard library of Go is compiled once, for all workers
    builds = builds.parent if "PYTEST_XDIST_WORKER" in os.environ else builds
    monkeypatch.setenv("TESTFIX_BUILDS", str(builds / "builds"))
    monkeypatch.delenv("DAGSTER_HOME", raising=False)
    return home


@pytest.fixture(autouse=True)
def few_rounds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails runs again once: each further round is one more start of the framework in every cycle.

    `every_round` is for tests of chance: they get all rounds.
    """
    if "every_round" not in request.fixturenames:
        monkeypatch.setattr(flaky_tests, "ROUNDS", FEW_ROUNDS)


@pytest.fixture
def every_round() -> int:
    """Ask for it and what fails runs again as often as for a user; how often that is."""
    return flaky_tests.ROUNDS


@pytest.fixture
def repository(tmp_path: Path) -> Callable[..., Repository]:
    """Call with a name (and arguments of `git init`) for a new repository: empty, or with `files` as its commit."""

    def make(name: str = "project", *init: str, files: Mapping[str, str] | None = None) -> Repository:
        made = Repository(tmp_path / name, *init)
        if files is not None:
            made.commit("first", **files)
        return made

    return make


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Mapping[str, str]], Path]:
    """Writes files (path -> text) and answers their folder."""

    return partial(write_files, tmp_path / "project")


@pytest.fixture(scope="session")
def node() -> str:
    """The path of node; a test that asks for it carries the mark `program`."""
    found = shutil.which("node")
    assert found is not None
    return found


@pytest.fixture(scope="session")
def warm() -> Iterator[WarmStarts]:
    """Starts processes of our own code without the time for importing it."""
    views = [
        f"cli.{name}"
        for name in (
            "app",
            "views.history_view",
            "use_cases.launch_use_cases",
            "use_cases.session_actions",
            "use_cases.repair_use_case",
            "use_cases.doctor_checks",
        )
    ]
    modules = ["definitions", "defs.runs.preload", "defs.runs.job_runner", *views]
    starts = WarmStarts([f"testfix_pipeline.{name}" for name in modules])
    yield starts
    starts.close()


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Call with `gemini=...` and the like: let each command line be a scripted one, or what a function makes of it.

    Those of `auto` that were never named are not installed.
    """
    gone = ScriptedTool("", [], found=Probe(False, why="not installed"))
    asked: dict[str, Any] = dict.fromkeys(automatic_names(), gone)

    def put(**callers: Any) -> None:
        asked.update(callers)
        for name, caller in asked.items():
            make = caller if callable(caller) else partial(_always, caller)
            scripted = replace(registered_agent(name), caller=make)
            monkeypatch.setitem(agents().loaded, name, scripted)

    return put


def _always(caller: Any, *_: Any) -> Any:
    return caller


_ONLY_IN_FULL = ("npm", "compiler", "bubblewrap", "browser", "wheel", "database")
"""Markers of tests that need npm or a system package."""


def pytest_configure() -> None:
    """Raises UsageError where a program is found that `tools/without` was to hide."""
    found = list(filter(shutil.which, os.environ.get("TESTFIX_HIDDEN", "").split()))
    if found:
        raise pytest.UsageError(f"TESTFIX_HIDDEN names programs that are on the PATH: {', '.join(found)}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`make test-full` chooses by marks, and runs what `make test` had to leave out for want of node."""
    for item in items:
        if "node" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.program("node"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """What is imported and collected stays; what tests leave behind is looked for as ever."""
    sys.dont_write_bytecode = _NO_BYTE_CODE
    gc.freeze()
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """`make test` leaves out by name what `make test-full`, which installs what it needs, runs."""
    needs = [name for name in _ONLY_IN_FULL if item.get_closest_marker(name) is not None]
    if needs and not os.environ.get("TESTFIX_FULL"):
        pytest.skip(f"needs {needs[0]}: make test-full installs that and runs the test (TESTFIX_FULL=some does, too)")
    if "bubblewrap" in needs and shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    for program in (name for mark in item.iter_markers("program") for name in mark.args):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where everything was installed on purpose (`make test-full`), a skipped test is a failure."""
    report = yield
    if report.skipped and os.environ.get("TESTFIX_FULL") == "all" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although nothing may be: {call.excinfo}"
    return report
