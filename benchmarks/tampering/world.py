"""One project's session, measured and planned once, and put back to that for each patch.

A patch is the answer of a scripted agent; what judges it is the cycle's own attempt step and nothing else.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.tampering.subject import Files, Subject
from testfix_pipeline import cycle
from testfix_pipeline.core.records import Attempt
from testfix_pipeline.steps.session.ownership import release

OWNER = "prove-tampering"
_WORDS = "This report explains at length what is wrong with the code and how it is going to be fixed. " * 8


@dataclass
class World:
    """A folder with the project, its session and the session's cache; `kept` is a copy of it before any attempt."""

    folder: Path
    ref: cycle.SessionRef
    task: str

    @property
    def kept(self) -> Path:
        return self.folder.with_name(f"{self.folder.name}-kept")

    def judge(self, files: Files) -> Attempt:
        """What the cycle makes of a worker that writes these files."""
        release(OWNER)
        shutil.rmtree(self.folder)
        shutil.copytree(self.kept, self.folder, symlinks=True)
        _write_script(self.folder, {"files": files, "confidence": 0.9})
        os.environ["TESTFIX_CACHE"] = str(self.folder / "cache")
        return cycle.attempt(self.ref, self.task)


def make_world(subject: Subject, top: Path) -> World:
    """A repository with the project's files, a session on it, its baseline measured, the first task planned."""
    folder = top / subject.name
    project = folder / "project"
    for path, text in subject.files.items():
        place = project / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run(["git", *_AUTHOR, *words], cwd=project, check=True)
    os.environ["TESTFIX_CACHE"] = str(folder / "cache")
    script = _write_script(folder, {})
    ref = cycle.start({"project": str(project), "agents": [f"recorded:{script}"]}, OWNER)
    cycle.measure(ref)
    [task] = cycle.plan(ref, 1) or [""]
    release(OWNER)
    world = World(folder, ref, task)
    shutil.copytree(folder, world.kept, symlinks=True)
    return world


_AUTHOR = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")


def _write_script(folder: Path, fix: dict[str, Any]) -> Path:
    path = folder / "script.json"
    one = {"modification_points": ["a.py:f:1-2"], "affected_tests": [], "confidence_score": 0.9}
    answer = {"root_causes": ["the code is wrong"], "approach": "fix it", **one}
    analysis = {"kind": "ok", "text": _WORDS, "payload": {"hypotheses": [answer]}}
    path.write_text(json.dumps({"name": "script", "analyses": {"*": analysis}, "fixes": {"*": fix}}))
    return path
