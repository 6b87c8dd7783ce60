"""One whole run of the pipeline that many tests look at, and sessions driven phase by phase."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.runs.job_runner import run_job
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.conftest import Repository
from testfix_pipeline_tests.defs.conftest import Run, look
from testfix_pipeline_tests.pipeline.projects import SHOP, repairing

INPUT = "Test the prices of the shop"
SESSION = SessionId("WFS-test-test-the-prices-of-the-shop")


@dataclass
class Story:
    """A project after `test_fix` ran on it: the repository, the session's files, and what Dagster kept."""

    repo: Repository
    world: Path
    run: Run
    agent: str
    before: dict[str, str]

    @property
    def store(self) -> SessionStore:
        return SessionStore(self.repo.root, SESSION)

    @property
    def branch(self) -> str:
        return f"testfix/{SESSION}"

    def text(self, path: str, commit: str = "") -> str:
        return self.repo.git("show", f"{commit or self.branch}:{path}")


def _environment(monkeypatch: pytest.MonkeyPatch, world: Path) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(world / "instance"))
    monkeypatch.setenv("TESTFIX_CACHE", str(world / "cache"))


@pytest.fixture(scope="session")
def whole_run(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """The job `test_fix` on a sentence, in process, on a real instance."""
    world = tmp_path_factory.mktemp("story")
    (world / "instance").mkdir()
    (world / ".gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.org\n")
    with pytest.MonkeyPatch.context() as patched:
        _environment(patched, world)
        patched.setenv("HOME", str(world))
        patched.setenv("GIT_CONFIG_GLOBAL", str(world / ".gitconfig"))
        patched.setenv("GIT_CONFIG_NOSYSTEM", "1")
        repo = Repository(world / "shop")
        repo.commit("first", **SHOP)
        before = repo.fingerprint(".workflow/")
        agent = repairing(world)
        run = look(run_job("test_fix", {"project": str(repo.root), "input": INPUT, "agents": [agent]}))
    return Story(repo, world, run, agent, before)


@pytest.fixture
def story(whole_run: Story, own_world: Path, monkeypatch: pytest.MonkeyPatch) -> Story:
    """The whole run with its instance, to look at only."""
    _environment(monkeypatch, whole_run.world)
    return whole_run


@pytest.fixture
def phases() -> Iterator[Callable[..., Any]]:
    """Open a session and call `start(repo, input, **launch)`; what was claimed is given up at the end."""
    owners = []

    def begin(repo: Any, text: str, owner: str = "owner-0", **launch: Any) -> cycle.SessionRef:
        owners.append(owner)
        return cycle.start({"project": str(repo.root), "kind": "run", "input": text, **launch}, owner)

    yield begin
    for owner in owners:
        release(owner)


@pytest.fixture
def taken_up() -> Iterator[Callable[..., cycle.SessionRef]]:
    """The same session for a new owner, after the one before is gone."""
    owners: list[str] = []

    def take(ref: cycle.SessionRef) -> cycle.SessionRef:
        release(ref.owner)
        owners.append(f"taker-{len(owners)}")
        return replace(ref, owner=owners[-1])

    yield take
    for owner in owners:
        release(owner)


@pytest.fixture
def checked_out(tmp_path: Path) -> Callable[..., Path]:
    """A commit's files in a folder of their own, without the session's. The repository knows nothing of it."""

    def out(repo: Any, commit: str) -> Path:
        place = tmp_path / "checked-out"
        repo.git("clone", "--quiet", "--branch", commit, str(repo.root), str(place))
        shutil.rmtree(place / ".git")
        shutil.rmtree(place / ".workflow", ignore_errors=True)
        return place

    return out
