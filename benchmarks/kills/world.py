"""The world of one point of the sweep: a repository, a home, a cache; and what a cycle left in it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.kills.program import FILES, SCRIPT

Facts = dict[str, Any]
_IDENTITY = "[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n"


@dataclass(frozen=True)
class World:
    """One folder that holds everything a session reads and writes."""

    folder: Path

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to stay in this world."""
        return {
            "HOME": str(self.folder / "home"),
            "TESTFIX_CACHE": str(self.folder / "cache"),
            "TMPDIR": str(self.folder / "tmp"),
            "DAGSTER_HOME": str(self.folder / "dagster"),
            "GIT_CONFIG_GLOBAL": str(self.folder / "home" / ".gitconfig"),
            "GIT_CONFIG_NOSYSTEM": "1",
        }

    @property
    def launch(self) -> dict[str, Any]:
        return {"project": str(self.project), "agents": [f"recorded:{self.folder / 'script.json'}"]}

    def git(self, *arguments: str) -> str:
        environment = {**os.environ, **self.environment}
        done = subprocess.run(["git", *arguments], cwd=self.project, env=environment, capture_output=True, check=True)
        return done.stdout.decode()

    def sessions(self) -> list[Path]:
        """The folders of the sessions, archived ones included, but not the link that an archived one leaves."""
        found = (self.project / ".workflow").glob("a*/WFS-*")
        return sorted(folder for folder in found if not folder.is_symlink())


def make(folder: Path, files: Mapping[str, str] = FILES, script: Mapping[str, Any] = SCRIPT) -> World:
    """A new world: a repository with one commit, a stash, a staged file, a changed and a new one that nothing needs."""
    world = World(folder)
    for name in ("home", "cache", "tmp", "dagster", "project"):
        (folder / name).mkdir(parents=True)
    (folder / "home" / ".gitconfig").write_text(_IDENTITY)
    (folder / "script.json").write_text(json.dumps(script))
    for name, text in files.items():
        (world.project / name).write_text(text)
    (world.project / "notes.txt").write_text("one\n")
    world.git("init", "-q")
    world.git("add", "-A")
    world.git("commit", "-q", "-m", "first")
    (world.project / "notes.txt").write_text("stashed\n")
    world.git("stash", "-q")
    (world.project / "staged.txt").write_text("staged\n")
    world.git("add", "staged.txt")
    (world.project / "notes.txt").write_text("one\nchanged\n")
    (world.project / "new.txt").write_text("new\n")
    world.git("status", "--porcelain")
    return world


def renew(world: World, template: Path) -> None:
    """Put a world back to how a template has it, in the same place."""
    if world.folder.exists():
        shutil.rmtree(world.folder)
    shutil.copytree(template, world.folder, symlinks=True)


def checkout_of(world: World) -> dict[str, str]:
    """Everything in the user's checkout and `.git`, by hash, but for objects and what is the sessions' own."""
    own = (".git/objects/", ".git/refs/testfix", ".git/refs/heads/testfix", ".workflow/")
    found = {}
    for file in sorted(world.project.rglob("*")):
        name = file.relative_to(world.project).as_posix()
        if file.is_file() and not name.startswith(own):
            found[name] = hashlib.sha256(file.read_bytes()).hexdigest()
    return found


def result_of(world: World) -> Facts:
    """What a finished session came to: everything that must be the same however often it was broken off.

    That a kill tore the last line of the journal of calls is said in the session, and is as it should be.
    """
    (folder,) = world.sessions()
    process = folder / ".process"
    session, state, history = (
        json.loads(path.read_text())
        for path in (folder / "workflow-session.json", process / "iteration-state.json", process / "fix-history.json")
    )
    branch = session["branch"]
    iteration = ("iteration", "strategy", "result", "pass_rate", "pass_rate_after", "fix_tasks", "regression_detected")
    attempt = ("iteration", "task_id", "strategy", "result", "rolled_back", "pass_rate_after", "newly_passing")
    sync = world.project / ".workflow" / "sync.jsonl"
    return {
        "session": [session["session_id"], session["status"], session.get("outcome")],
        "recovered": [said for said in session.get("recovered", []) if "tool-calls.jsonl" not in said],
        "tree": world.git("ls-tree", "-r", branch, "--", "calc.py", "test_calc.py", "notes.txt", "staged.txt"),
        "commits": world.git("log", "--reverse", "--format=%s", f"{session['base_commit']}..{branch}").splitlines(),
        "iterations": [[one.get(name) for name in iteration] for one in state["iterations"]],
        "attempts": [[one.get(name) for name in attempt] for one in history["attempts"]],
        "tasks": {path.name: json.loads(path.read_text())["status"] for path in sorted(folder.glob(".task/*.json"))},
        "refs": [ref.partition(" ")[0] for ref in world.git("for-each-ref", "--format=%(refname)").splitlines()],
        "summaries": sorted(path.relative_to(folder).as_posix() for path in folder.glob(".summaries/**/*.md")),
        "sync": list(_messages(sync.read_text().splitlines())) if sync.exists() else [],
    }


def _messages(lines: Iterable[str]) -> Iterator[str]:
    """The messages of sync.jsonl. A line that a kill tore is closed, stays, and is said again in full: passed over."""
    for line in lines:
        with contextlib.suppress(ValueError):
            yield json.loads(line)["message"]


def left_over(world: World, *, ended: bool, seconds: float = 5.0) -> list[str]:
    """What should be gone when nothing works on the world any more: folders, half-written files, locks, processes.

    Of a session that has not `ended` its repository stays, without worktrees; of a baseline its measurement.
    """
    cache = world.folder / "cache"
    measured = {folder for kept in cache.rglob("measured") for folder in (kept, kept.parent)}
    places = cache.rglob("*") if ended else [*cache.glob("*/*/trees/*"), *cache.glob("*/*/repo.git/worktrees/*")]
    found = [str(path.relative_to(world.folder)) for path in places if path.is_dir() and path not in measured]
    found += [str(path.relative_to(world.folder)) for path in cache.glob("*/*/owners/*")]
    found += [str(path.relative_to(world.folder)) for path in (world.folder / "tmp").iterdir()]
    found += [str(path.relative_to(world.folder)) for path in world.project.rglob("*.part")]
    found += [str(path.relative_to(world.folder)) for path in (world.project / ".git").rglob("*.lock")]
    return found + [f"process {line}" for line in processes_of(world, seconds)]


def processes_of(world: World, seconds: float) -> list[str]:
    """The command lines of processes that work in the world, after what is just ending has had its time."""
    deadline = time.monotonic() + seconds
    while (running := _running(str(world.folder))) and time.monotonic() < deadline:
        time.sleep(0.02)
    return running


def _running(place: str) -> list[str]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
            inside = str((folder / "cwd").readlink()).startswith(place)
        except OSError:
            continue
        if (inside or place in command) and int(folder.name) != os.getpid():
            found.append(f"{folder.name} {command}")
    return found
