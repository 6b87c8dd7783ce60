"""The test settings in `package.json`, and files that decide how tests are compiled or what they load."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any

from testfix_pipeline.core.patch_policy.javascript.known_names import FRAMEWORK_MODULES
from testfix_pipeline.core.patch_policy.javascript.paths import is_installed, setting_effect

_TEST_KEYS = (
    *("scripts", "jest", "vitest", "mocha", "ava", "tap", "nyc", "c8", "babel", "swc"),
    *("config", "workspaces", "overrides", "resolutions", "pnpm", "packageManager"),
    *("devDependencies", "name", "imports", "type", "wireit", "nx"),
)
"""`name` and `imports` decide what a package's own name, or `#name`, loads; `type` how its files are read."""
_PACKAGES = ("dependencies", "peerDependencies", "optionalDependencies")
_LOCAL = ("file:", "link:", "portal:", "npm:", "patch:", "git", "http", ".", "/")


def changed_settings(path: str, before: str, after: str) -> list[str]:
    """The names of the test settings that a change of a file alters."""
    if before == after:
        return []
    if is_installed(path):
        return ["installed packages"]
    decides = setting_effect(path)
    if decides:
        return [decides]
    return _changed_manifest(before, after) if PurePosixPath(path).name == "package.json" else []


def _changed_manifest(before: str, after: str) -> list[str]:
    new = _object(after) if after else {}
    if new is None:
        return ["the file can't be read any more"]
    old = _object(before) or {}
    keys = [key for key in _TEST_KEYS if old.get(key) != new.get(key)]
    # A package of its own in a folder says nothing of the tests by its name and type alone.
    if not before:
        keys = [key for key in keys if key not in ("name", "type")]
    return [
        *keys,
        *(f"{table}.{name}" for table in _PACKAGES for name in _redirected_packages(old.get(table), new.get(table))),
    ]


def _redirected_packages(before: Any, after: Any) -> list[str]:
    """The packages whose source a change alters, and added test frameworks."""
    old, new = (one if isinstance(one, dict) else {} for one in (before, after))
    changed = [name for name in old.keys() | new.keys() if old.get(name) != new.get(name)]
    return sorted(n for n in changed if FRAMEWORK_MODULES.fullmatch(n) or str(new.get(n, "")).startswith(_LOCAL))


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
