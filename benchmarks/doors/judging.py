"""One change through each door, as people and agents go through them: processes, the protocol, a job's files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anyio
from mcp import Client

from benchmarks.doors.change import Change
from benchmarks.proof import ANALYSIS
from testfix_pipeline.cli.mcp_server import server

_AUTHOR = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
BUDGET_S = "900"
"""So long that no verdict is a matter of how busy the machine is."""


def verdicts_of(change: Change, folder: Path) -> dict[str, str]:
    """The verdict of each door on a change; folder: empty, for the project, its cache and its home."""
    project = _project(change, folder / "project")
    text = _diff(project, change.files)
    environment = {"TESTFIX_CACHE": str(folder / "cache"), "DAGSTER_HOME": str(folder / "home")}
    (folder / "home").mkdir()
    doors: Mapping[str, Callable[[], str]] = {
        "verify": lambda: _by_command(project, text, folder, environment),
        "mcp": lambda: _by_protocol(project, text, environment),
        "ci": lambda: _by_job(project, change, folder, environment),
    }
    return {name: door() for name, door in doors.items()}


def is_accepted(verdict: str) -> bool:
    """Whether a door calls the change a repair; whether it refuses or can't tell is no difference here."""
    return verdict == "verified"


def _project(change: Change, place: Path) -> Path:
    for path, text in change.project.items():
        file = place / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        _git(place, *words)
    return place


def _git(place: Path, *words: str) -> str:
    done = subprocess.run(["git", *_AUTHOR, *words], cwd=place, check=True, capture_output=True)
    return done.stdout.decode("utf-8", "surrogateescape")


def _diff(project: Path, files: Mapping[str, str | None]) -> str:
    """The change as a patch, also of files that git would ignore; the project is as before."""
    for path, text in files.items():
        file = project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            file.unlink()
        else:
            file.write_text(text, encoding="utf-8")
    _git(project, "add", "-A", "-f")
    found = _git(project, "diff", "--cached", "--binary")
    _git(project, "reset", "-q", "--hard")
    return found


def _testfix(environment: Mapping[str, str], *words: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "testfix_pipeline.cli", *words, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    lines = done.stdout.strip().splitlines()
    found: dict[str, Any] = json.loads(lines[-1]) if lines else {"outcome": "error", "error": done.stderr[-300:]}
    return found


def _by_command(project: Path, patch: str, folder: Path, environment: Mapping[str, str]) -> str:
    file = folder / "change.patch"
    file.write_bytes(patch.encode("utf-8", "surrogateescape"))
    found = _testfix(environment, "verify", "--project", str(project), "--patch", str(file))
    return str(found.get("verdict") or f"error: {found.get('error')}")


def _by_protocol(project: Path, patch: str, environment: Mapping[str, str]) -> str:
    async def ask() -> str:
        async with Client(server([project.parent], allow_fix=False)) as client:
            done = await client.call_tool("verify_patch", {"project": str(project), "patch": patch})
        found = done.structured_content or {}
        return str(found.get("verdict") or f"error: {done.content}")

    os.environ.update(environment)  # of the processes that the server starts
    return anyio.run(ask)


def _by_job(project: Path, change: Change, folder: Path, environment: Mapping[str, str]) -> str:
    """A job whose only agent writes this change: what the cycle refuses is no fix, and has no verdict of its own."""
    script, settings = folder / "script.json", project / ".workflow" / "testfix.yaml"
    settings.parent.mkdir()
    settings.write_text("max_iterations: 1\n")  # it would offer the same again until the budget is spent
    point = {"modification_points": ["a.py:f:1-2"], "affected_tests": [], "confidence_score": 0.9}
    answer = {"root_causes": ["the code is wrong"], "approach": "fix it", **point}
    fix = {"files": change.files, "confidence": 0.9}
    analysis = {"kind": "ok", "text": ANALYSIS, "payload": {"hypotheses": [answer]}}
    script.write_text(json.dumps({"name": "script", "analyses": {"*": analysis}, "fixes": {"*": fix}}))
    words = ("ci", "--project", str(project), "--agents", f"recorded:{script}", "--budget", BUDGET_S)
    found = _testfix(environment, *words, "--output", str(folder / "files"))
    changed = set(re.findall(r"^diff --git a/(.*) b/", str(found.get("diff") or ""), re.M))
    if not changed <= change.files.keys():
        return f"another fix, of {', '.join(sorted(changed - change.files.keys()))}"
    return str(found.get("verdict") or f"no fix: {found.get('reason') or found.get('error')}")
