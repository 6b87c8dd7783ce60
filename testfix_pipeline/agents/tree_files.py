"""What a tool left in some files of a tree, recorded so that a replay can put the same there."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.core.patch_policy.protected_paths import leaves_worktree

Kept = dict[str, dict[str, Any]]


def keep(tree: Path, paths: Iterable[str]) -> Kept:
    """What each path holds now: its text (or bytes) and whether it can be executed, where a link leads, or `gone`."""
    return {path: _recorded(tree / path) for path in sorted(set(paths))}


def _recorded(path: Path) -> dict[str, Any]:
    if path.is_symlink():
        return {"link": str(path.readlink())}
    if not path.is_file():
        return {"gone": True}
    content = path.read_bytes()
    run = {"executable": True} if path.stat().st_mode & 0o100 else {}
    try:
        return {"text": content.decode("utf-8"), **run}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode("ascii"), **run}


def put_back(tree: Path, kept: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Write the recorded texts; returns their paths. ValueError for one outside, before anything is written."""
    outside = [path for path in kept if not _inside(tree, path)]
    if outside:
        raise ValueError(f"{outside[0]} lies outside of the tree")
    for path, what in kept.items():
        _put(tree / path, what)
    return sorted(kept)


def _inside(tree: Path, path: str) -> bool:
    return not leaves_worktree(path) and (tree / path).parent.resolve().is_relative_to(tree.resolve())


def _put(path: Path, what: Mapping[str, Any]) -> None:
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
