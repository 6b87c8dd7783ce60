"""Sessions on small real projects, and a scripted agent: the only double in these tests."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.iteration_records import IterationRecord, IterationState
from testfix_pipeline.core.records import Attempt
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.steps.session.sharing import share
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline.workspace.shared.session_state import SharedPlace
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, calc_files
from testfix_pipeline_tests.cycle.projects import fix as fix_of

LEASE_S = 30.0


@dataclass
class Session:
    """A session on a repository, driven step by step, and what it leaves."""

    repo: Any
    ref: cycle.SessionRef
    cache: Path
    owners: list[str] = field(default_factory=list)

    @property
    def store(self) -> SessionStore:
        return SessionStore(Path(self.ref.project), self.ref.session_id)

    @property
    def folder(self) -> Path:
        return self.store.folder

    @property
    def branch(self) -> str:
        return f"testfix/{self.ref.session_id}"

    @property
    def state(self) -> IterationState:
        found = self.store.state()
        assert found is not None
        return found

    @property
    def attempts(self) -> dict[str, Attempt]:
        return {one.task_id: one for one in self.store.history().attempts}

    def taken_over(self, owner: str) -> Session:
        """The same session for another owner, after the present one is gone."""
        release(self.ref.owner)
        return Session(self.repo, cycle.SessionRef(self.ref.project, self.ref.session_id, owner), self.cache)

    def measure(self, **changes: Any) -> Session:
        cycle.measure(self.ref, changes)
        return self

    def iteration(self, number: int, at_once: bool = False, backwards: bool = False) -> IterationRecord | None:
        """Plan, attempt and settle one iteration; None where the cycle is over.

        at_once: its attempts in parallel. backwards: the last attempt first.
        """
        tasks = cycle.plan(self.ref, number)
        if tasks is None:
            return None
        with ThreadPoolExecutor(len(tasks) if at_once else 1) as pool:
            list(pool.map(partial(cycle.attempt, self.ref), tasks[::-1] if backwards else tasks))
        return cycle.settle_iteration(self.ref, number)

    def finish(self) -> dict[str, Any]:
        return cycle.finish(self.ref)

    def subjects(self) -> list[str]:
        """The subjects of what the session landed, oldest first."""
        base = self.store.session().baseline_commit
        return list(self.repo.subjects(f"{base}..{self.branch}"))

    def source(self, path: str = "calc.py", commit: str = "") -> str:
        """A file as it is on the session's branch, or in a commit."""
        return str(self.repo.git("show", f"{commit or self.branch}:{path}"))


@pytest.fixture
def calc(repository: Callable[..., Any]) -> Callable[..., Any]:
    """Call with the names of bugs: a repository whose tests fail for them."""

    def make(*bugs: str, name: str = "project") -> Any:
        return repository(name, files=calc_files(*bugs))

    return make


@pytest.fixture
def scripted(tmp_path: Path) -> Callable[..., str]:
    """Write a script of answers and return the agent's name: `analyses` by iteration, `fixes` by task."""

    def write(analyses: dict[str, Any], fixes: dict[str, Any], name: str = "script") -> str:
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({"name": name, "analyses": analyses, "fixes": fixes}))
        return f"recorded:{path}"

    return write


@pytest.fixture
def run_cycle() -> Callable[..., dict[str, Any]]:
    """Run the whole cycle on a repository, in this process."""

    def run(repo: Any, **launch: Any) -> dict[str, Any]:
        return cycle.run({"project": str(repo.root), **launch}, "owner-1")

    return run


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Session]]:
    """Open a session on a repository and return it; what was claimed is given up at the end."""
    owners = []

    def begin(repo: Any, owner: str = "owner-1", **launch: Any) -> Session:
        owners.append(owner)
        ref = cycle.start({"project": str(repo.root), **launch}, owner)
        return Session(repo, ref, tmp_path / "cache")

    yield begin
    for owner in owners:
        release(owner)


@pytest.fixture(scope="session")
def measured_worlds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[Any, Any]]:
    return tmp_path_factory.mktemp("worlds"), {}


@pytest.fixture
def measured(measured_worlds, repository, scripted, monkeypatch) -> Iterator[Callable[..., Session]]:
    """Call with files, script and settings: a session on them with its baseline measured, ready for iteration 1.

    Measuring is most of what a cycle costs, so each project is measured once and put back to that for each test, in
    the same place. `after` iterations, in which the script must do the same in each test, are made then, too.
    """
    top, kept = measured_worlds
    sessions = []

    def make(
        files: dict[str, str],
        analyses: dict[str, Any],
        fixes: dict[str, Any],
        agents: list[str] | None = None,
        after: int = 0,
        **changes: Any,
    ) -> Session:
        key = (tuple(sorted(files.items())), after)
        world = top / f"world-{list(kept).index(key) if key in kept else len(kept)}"
        monkeypatch.setenv("TESTFIX_CACHE", str(world / "cache"))
        tools = agents or [scripted(analyses, fixes)]
        if key not in kept:
            kept[key] = _measure(repository(str(world / "project")), files, tools, after)
            shutil.copytree(world, _copy(world), symlinks=True)
        else:
            shutil.rmtree(world)
            shutil.copytree(_copy(world), world, symlinks=True)
        repo, session_id = kept[key]
        ref = cycle.SessionRef(str(repo.root), session_id, "owner-1")
        session = Session(repo, ref, world / "cache")
        sessions.append(session)
        return session.measure(agents=tools, **changes)

    yield make
    for session in sessions:
        release(session.ref.owner)


def _copy(world: Path) -> Path:
    return world.with_name(f"{world.name}-kept")


def _measure(repo: Any, files: dict[str, str], agents: list[str], after: int) -> tuple[Any, str]:
    repo.commit("first", **files)
    ref = cycle.start({"project": str(repo.root), "agents": agents}, "owner-0")
    cycle.measure(ref)
    for number in range(1, after + 1):
        Session(repo, ref, Path()).iteration(number)
    release("owner-0")
    return repo, ref.session_id


@pytest.fixture
def shared(repository: Callable[..., Any], tmp_path: Path) -> Callable[..., tuple[Any, SharedPlace]]:
    """Open a session on a project with these bugs and put it into a remote; the repository and the place."""

    def start(*bugs: str, fixes: dict[str, Any] | None = None, name: str = "project", owner: str = "run") -> Any:
        repo = repository(name, files=calc_files(*bugs))
        script = tmp_path / "script.json"
        script.write_text(json.dumps({"name": "s", "analyses": analyses(10), "fixes": fixes or {"*": fix_of(GOOD)}}))
        launch = {"project": str(repo.root), "agents": [f"recorded:{script}"], "session_id": "WFS-one"}
        ref = cycle.start(launch, owner)
        if not (tmp_path / "remote.git").exists():
            subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "remote.git")], check=True)
        return repo, share(ref.open(), str(tmp_path / "remote.git"), owner, LEASE_S)

    return start


def remote_refs(place: SharedPlace) -> dict[str, str]:
    rows = subprocess.run(["git", "for-each-ref"], cwd=place.url, capture_output=True, text=True, check=True).stdout
    return {row.split()[2]: row.split()[0] for row in rows.splitlines()}
