"""An agent whose results come from a file: a session replayed offline, or a script for a rehearsal.

The file is JSON: `{"name": ..., "analyses": {"<iteration>": ANSWER}, "fixes": {"<task id>": FIX}}`. An ANSWER has the
fields of `AgentAnswer`; a FIX has `files` (path -> new text, or null to delete) and the fields of `FixAnswer`. The key
`"*"` is used if no other matches. With `"search_around": true` the built-in engine searches around failed changes, as
it does for models.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer, AnalysisRequest, FixAnswer, FixRequest
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.patch_policy.protected_paths import leaves_worktree


class RecordedAgent:
    """Planner and worker with answers from a file. Raises InvalidConfig if the file can't be read."""

    def __init__(self, path: Path) -> None:
        try:
            script = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise InvalidConfig(f"The recorded answers {path} can't be read: {error}.", "Check the path.") from error
        if not isinstance(script, dict) or not all(isinstance(script.get(key, {}), dict) for key in _TABLES):
            raise InvalidConfig(f"The recorded answers {path} are no tables of answers.", "Write it as documented.")
        self._script: dict[str, Any] = script
        self.name = str(script.get("name", "recorded"))
        self.search_around = bool(script.get("search_around", False))

    def analyse(self, request: AnalysisRequest) -> AgentAnswer:
        """Return the answer for the iteration; a missing or malformed one is an unusable answer."""
        answers = self._script.get("analyses", {})
        found = answers.get(str(request.iteration), answers.get("*"))
        if found is None:
            return AgentAnswer(tool=self.name, kind="crash", text="", raw="no recorded answer for this iteration")
        try:
            return AgentAnswer.model_validate({"raw": json.dumps(found), **found, "tool": self.name})
        except (TypeError, ValidationError):
            return AgentAnswer(tool=self.name, kind="crash", text="", raw=json.dumps(found))

    def fix(self, request: FixRequest) -> FixAnswer:
        """Write the recorded files of the task into its worktree; none if one of them is outside of it."""
        fixes = self._script.get("fixes", {})
        found = fixes.get(request.task.id, fixes.get("*", _NOTHING))
        try:
            fields = {"status": "complete", **found}
            files = fields.pop("files", {})
            answer = FixAnswer(**fields)
            outside = [path for path in files if not _inside(request.tree, path)]
            contents = {request.tree / path: (None if text is None else text.encode()) for path, text in files.items()}
        except (TypeError, AttributeError, ValueError, OSError) as error:
            return FixAnswer("blocked", note=f"the recorded answer is malformed: {error}")
        if outside:
            return FixAnswer("blocked", note=f"refused: {outside[0]} lies outside of the worktree")
        for path, content in contents.items():
            _write(path, content)
        return answer


_TABLES = ("analyses", "fixes")
_NOTHING = {"status": "blocked", "note": "no recorded fix"}


def _inside(tree: Path, path: str) -> bool:
    return not leaves_worktree(path) and (tree / path).resolve().is_relative_to(tree.resolve())


def _write(path: Path, content: bytes | None) -> None:
    if content is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
