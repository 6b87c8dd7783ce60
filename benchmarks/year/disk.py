"""A year of nights on disk: real repositories, branches, sessions' files and Dagster runs, pruned weekly by the policy.

What is counted is what grows with nights: sessions' folders and refs, runs and their events. Rows of the history grow
as they must, and are shown beside it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg
import yaml

from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.retention.prune_job import prune
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.new_repository import make_repository
from testfix_pipeline.workspace.git.repository import FALLBACK_AUTHOR
from testfix_pipeline.workspace.git.trees import commit_tree
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.sessions.removal import size_of
from testfix_pipeline.workspace.sessions.store import SessionStore

BEGIN = datetime(2025, 1, 1, 2, tzinfo=UTC)
PROJECTS = ("shop", "ledger")
# What one night may leave, in proportion to what a small project's does: files of a session, output of its steps.
SESSION_BYTES, LOG_BYTES, EVENTS = 200_000, 50_000, 10
# One night in so many lands a fix that nobody takes within the year.
UNMERGED = 60


@dg.op
def night() -> None: ...


@dg.job(executor_def=dg.in_process_executor)
def nightly() -> None:
    night()


def grow(folder: Path, nights: int, days: int) -> list[tuple[int, int, int, int, int]]:
    """After each of eight parts of the nights: its number, MiB of sessions and runs, sessions, refs, runs.

    `days` is how long the policy keeps sessions and runs.
    """
    with _world(folder), instance() as opened:
        roots = [_project(folder / name) for name in PROJECTS]
        policy = {"session_days": days, "run_days": days}
        registry = {"projects": [{"name": root.name, "path": str(root)} for root in roots], "retention": policy}
        (home() / "projects.yaml").write_text(yaml.safe_dump(registry))
        seen = []
        for number in range(1, nights + 1):
            now = BEGIN + timedelta(days=number)
            for root in roots:
                _session(root, number, now)
                _run(opened, number, now)
            if number % 7 == 0:
                prune(opened, remove=True, now=now)
            if number % max(1, nights // 8) == 0:
                seen.append((number, *_counted(folder, roots, opened)))
        return seen


@contextmanager
def _world(folder: Path) -> Iterator[None]:
    """A home and a cache of its own."""
    given = {"DAGSTER_HOME": str(folder / "home"), "TESTFIX_CACHE": str(folder / "cache")}
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name)
            else:
                os.environ[name] = value


def _project(root: Path) -> Path:
    root.mkdir(parents=True)
    (root / "calc.py").write_text("def add(a, b):\n    return a + b\n")
    make_repository(root, "first")
    return root


def _session(root: Path, number: int, now: datetime) -> None:
    """A session as a night leaves it: files, a branch, a kept attempt; now and then with a fix that nobody takes."""
    session_id = SessionId(f"WFS-test-fix-{now:%Y%m%d}")
    git = GitClient(root)
    base = git.line("rev-parse", "HEAD")
    tip = _unmerged(git, base, session_id) if number % UNMERGED == 0 else base
    git.run("update-ref", f"refs/heads/testfix/{session_id}", tip)
    git.run("update-ref", f"refs/testfix/{session_id}/IMPL-fix-1", base)
    store = SessionStore(root, session_id)
    record = {
        "session_id": session_id, "status": "completed", "created_at": now.isoformat(), "updated_at": now.isoformat(),
        "branch": f"testfix/{session_id}", "base_commit": base, "baseline_commit": base, "outcome": "success",
    }  # fmt: skip
    store.create(SessionRecord.model_validate(record))
    store.write_text(".process/test-output.log", "x" * SESSION_BYTES)


def _unmerged(git: GitClient, base: str, text: str) -> str:
    blob = git.line("hash-object", "-w", "--stdin", stdin=text.encode())
    tree = git.line("mktree", stdin=f"100644 blob {blob}\tcalc.py\n".encode())
    return commit_tree(git, tree, [base], "fix", FALLBACK_AUTHOR)


def _run(opened: dg.DagsterInstance, number: int, now: datetime) -> None:
    """A run that ended, with its events, and what its steps would have printed."""
    done = opened.create_run_for_job(nightly, tags={"testfix/night": str(number)})
    for step in range(EVENTS):
        opened.report_engine_event(f"step {step}: {'x' * 500}", done)
    opened.report_dagster_event(dg.DagsterEvent("PIPELINE_SUCCESS", nightly.name, message="x"), done.run_id)
    _backdate(opened, done.run_id, now)
    logs = home() / ".dagster" / "logs" / done.run_id / "compute_logs"
    logs.mkdir(parents=True)
    (logs / "step.err").write_text("x" * LOG_BYTES)


def _backdate(opened: dg.DagsterInstance, run_id: str, now: datetime) -> None:
    """Dagster's clock can't be injected: the run's row is given the night's."""
    from dagster._core.storage.runs.schema import RunsTable

    naive = now.replace(tzinfo=None)
    with opened.run_storage.connect() as connection:  # type: ignore[attr-defined]
        row = RunsTable.update().where(RunsTable.c.run_id == run_id)
        connection.execute(row.values(create_timestamp=naive, update_timestamp=naive))


def _counted(folder: Path, roots: list[Path], opened: dg.DagsterInstance) -> tuple[int, int, int, int]:
    parts = [home() / ".dagster", folder / "cache", *(root / ".workflow" for root in roots)]
    mib = sum(map(size_of, parts)) // (1 << 20)
    sessions = sum(len(list(root.glob(".workflow/*/WFS-*"))) for root in roots)
    refs = sum(len(GitClient(root).run("for-each-ref").splitlines()) for root in roots)
    return mib, sessions, refs, opened.get_runs_count()


def findings(seen: list[tuple[int, int, int, int, int]], nights: int, days: int) -> list[str]:
    """What grew beyond the policy's days, a week between two prunings, and what nobody took."""
    held = days + 7
    most = len(PROJECTS) * (held + nights // UNMERGED)
    last = seen[-1]
    wrong = [f"{last[2]} sessions, over {most}"] if last[2] > most else []
    wrong += [f"{last[4]} runs, over {len(PROJECTS) * held}"] if last[4] > len(PROJECTS) * held else []
    middle = next(row for row in seen if row[0] >= nights / 2)
    if last[1] > middle[1] * 1.15:
        wrong.append(f"{last[1]} MiB at the end, {middle[1]} MiB half way")
    unmerged = len(PROJECTS) * (nights // UNMERGED)
    if last[3] < unmerged:
        wrong.append(f"{last[3]} refs, fewer than {unmerged} branches that nobody took")
    return wrong
