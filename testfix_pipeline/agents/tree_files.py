"""Records the files that a tool changed in a tree, so that a replay can write them again."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.core.patch_policy.protected_paths import leaves_worktree

RecordedFiles = dict[str, dict[str, Any]]


def record_files(tree: Path, paths: Iterable[str]) -> RecordedFiles:
    """Return by path: text (or bytes) of a file and whether it is executable, the target of a link, or `gone`."""
    return {path: _recorded(tree / path) for path in sorted(set(paths))}


def _recorded(path: Path) -> dict[str, Any]:
    if path.is_symlink():
        return {"link": str(path.readlink())}
    if not path.is_file():
        return {"gone": True}
    content = path.read_bytes()
    mode = {"executable": True} if path.stat().st_mode & 0o100 else {}
    try:
        return {"text": content.decode("utf-8"), **mode}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode("ascii"), **mode}


def write_files(tree: Path, recorded: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Write recorded files; returns their paths. Raises ValueError for one outside, before anything is written."""
    outside = [path for path in recorded if not _inside(tree, path)]
    if outside:
        raise ValueError(f"{outside[0]} lies outside of the tree")
    for path, what in recorded.items():
        _write(tree / path, what)
    return sorted(recorded)


def _inside(tree: Path, path: str) -> bool:
    return not leaves_worktree(path) and (tree / path).parent.resolve().is_relative_to(tree.resolve())


def _write(path: Path, what: Mapping[str, Any]) -> None:
    path.unlink(missing_ok=True)
    if what.get("gone"):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if "link" in what:
        path.symlink_to(str(what["link"]))
        return
    text = what.get("text")
    path.write_bytes(base64.b64decode(what.get("base64", "")) if text is None else str(text).encode())
    path.chmod(0o755 if what.get("executable") else 0o644)
