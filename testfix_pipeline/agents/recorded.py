"""An agent that answers from a file: a session replayed offline, or a script for a rehearsal.

The file is JSON: `{"name": ..., "analyses": {"<iteration>": ANSWER}, "fixes": {"<task id>": FIX}}`. An ANSWER holds
the fields of `AgentAnswer`; a FIX holds `files` (path -> new text, or null to delete) and the fields of `FixAnswer`.
The key `"*"` answers where nothing else does.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from testfix_pipeline.core.agents import AgentAnswer, AnalysisRequest, FixAnswer, FixRequest
from testfix_pipeline.core.errors import InvalidConfig

PREFIX = "recorded:"


class RecordedAgent:
    """Planner and worker whose answers are read from a file. InvalidConfig where the file can't be read."""

    def __init__(self, path: Path) -> None:
        try:
            self._script: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InvalidConfig(f"The recorded answers {path} can't be read: {error}.", "Check the path.") from error
        self.name = str(self._script.get("name", "recorded"))

    def analyse(self, request: AnalysisRequest) -> AgentAnswer:
        answers = self._script.get("analyses", {})
        found = answers.get(str(request.iteration), answers.get("*"))
        if found is None:
            return AgentAnswer(tool=self.name, kind="crash", text="", raw="no recorded answer for this iteration")
        return AgentAnswer.model_validate({"tool": self.name, "raw": json.dumps(found), **found})

    def fix(self, request: FixRequest) -> FixAnswer:
        fixes = self._script.get("fixes", {})
        found = dict(fixes.get(request.task.id, fixes.get("*", {"status": "blocked", "note": "no recorded fix"})))
        for path, text in found.pop("files", {}).items():
            _write(request.tree / path, text)
        return FixAnswer(**{"status": "complete", **found})


def _write(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
