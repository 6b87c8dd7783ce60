"""Explorations: the relevant files from each angle of the input's theme, one JSON file an angle, and their manifest."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from testfix_pipeline.core.records import utc_now
from testfix_pipeline.planning.project.relevance import RankedFile
from testfix_pipeline.planning.project.survey import Survey
from testfix_pipeline.workspace.sessions.store import SessionStore

MANIFEST = ".process/exploration-manifest.json"
ANGLES = {"High": 4, "Medium": 3, "Low": 1}
THEMES = {
    "architecture": ("architecture", "dependencies", "modularity", "integration-points"),
    "security": ("security", "auth-patterns", "dataflow", "validation"),
    "performance": ("performance", "bottlenecks", "caching", "data-access"),
    "bugfix": ("error-handling", "dataflow", "state-management", "edge-cases"),
    "refactor": ("patterns", "dependencies", "modularity", "testing"),
    "feature": ("patterns", "integration-points", "testing", "dependencies"),
}
_SPOKEN = {
    "security": r"secur|auth|permission|password|token|encrypt|安全|权限|认证",
    "performance": r"perform|slow|fast|speed|optimi[sz]|latency|memory|性能|优化",
    "refactor": r"refactor|clean\s?up|simplif|restructur|重构",
    "architecture": r"architect|redesign|cross-?\s?modul|架构|跨模块",
    "bugfix": r"\b(bug|fix|fail|broken|error|crash|regress|mend|repair)|修复|错误|缺陷",
}
_KEY_SYMBOLS = 10
Json = dict[str, Any]


def theme_of(text: str) -> str:
    """The theme that a description names; `feature` where it names none."""
    return next((name for name, words in _SPOKEN.items() if re.search(words, text, re.IGNORECASE)), "feature")


def explore_files(text: str, level: str, kept: Sequence[RankedFile], found: Survey) -> tuple[Json, dict[str, Json]]:
    """The manifest and the explorations by angle; nothing is written.

    The built-in planner looks from one angle, the theme's first; the manifest names the others that a planner with a
    model would take (4, 3 or 1 by complexity).
    """
    name = theme_of(text)
    wanted = THEMES[name][: ANGLES[level]]
    angle = wanted[0]
    explored = _exploration_of(angle, kept, found)
    manifest = {
        "theme": name,
        "complexity": level,
        "angles_selected": list(wanted),
        "angles_explored": [angle],
        "planner": "builtin",
        "explorations": [{"angle": angle, "file": f"exploration-{angle}.json"}],
        "merged_files": [{"path": each.path, "relevance": each.relevance, "angles": [angle]} for each in kept],
        "timestamp": utc_now(),
    }
    return manifest, {angle: explored}


def write_explorations(store: SessionStore, manifest: Json, explorations: dict[str, Json]) -> None:
    """Write `exploration-<angle>.json` for each angle, then the manifest that names them."""
    for angle, content in explorations.items():
        store.write_text(f".process/exploration-{angle}.json", _json_text(content))
    store.write_text(MANIFEST, _json_text({"session_id": store.session_id, **manifest}))


def _json_text(content: Json) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _exploration_of(angle: str, kept: Sequence[RankedFile], found: Survey) -> Json:
    return {
        "angle": angle,
        "planner": "builtin",
        "files": [_file_entry(each, found) for each in kept],
        "timestamp": utc_now(),
    }


def _file_entry(each: RankedFile, found: Survey) -> Json:
    known = found.outlines.get(each.path)
    roles = {"source": "subject", "tests": "existing test", "documentation": "documentation", "config": "configuration"}
    return {
        "path": each.path,
        "relevance": each.relevance,
        "rationale": each.rationale,
        "role": roles.get(found.files.kind(each.path), "other"),
        "key_symbols": known.symbols[:_KEY_SYMBOLS] if known else [],
    }
