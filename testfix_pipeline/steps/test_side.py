"""Which files of a session's project belong to its tests, and what lies in a worktree as if it did."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from testfix_pipeline.core import protected_paths
from testfix_pipeline.core.patch_rules import defines_tests

if TYPE_CHECKING:
    from testfix_pipeline.steps.workbench import Workbench

_PRODUCTS: dict[tuple[str, str, bool], frozenset[str]] = {}  # what a commit holds does not change


def is_test_side(wb: Workbench, path: str) -> bool:
    """Whether a path (relative to the repository) belongs to the tests, names that deceive aside."""
    return protected_paths.is_test_side(wb.in_project(path)) and path not in _products(wb)


def _products(wb: Workbench) -> frozenset[str]:
    """Frozen files that are only named like tests: they define none, and none of theirs was ever collected."""
    key = (str(wb.mirror.folder), wb.frozen, wb.measured)
    if key not in _PRODUCTS:
        known = wb.store.results()
        collected = {test.partition("::")[0] for test in known.outcomes} if known else set()
        named = [p for p in wb.mirror.files(wb.frozen) if protected_paths.is_only_named_like_test(wb.in_project(p))]
        left = [path for path in named if wb.in_project(path) not in collected]
        _PRODUCTS[key] = frozenset(path for path in left if not _may_test(wb, path))
    return _PRODUCTS[key]


def _may_test(wb: Workbench, path: str) -> bool:
    return defines_tests(wb.mirror.read(wb.frozen, path) or b"")


def strays(wb: Workbench, tree: Path) -> set[str]:
    """Test-side files and byte code that lie in a worktree and are not frozen, whether git ignores them or not."""
    known = {*wb.mirror.files(wb.frozen), *wb.target.shared}
    return {path for path in _files(tree) if path not in known and _matters(wb, path)}


def _matters(wb: Workbench, path: str) -> bool:
    return path.endswith(".pyc") or protected_paths.is_test_side(wb.in_project(path))


def _files(tree: Path) -> Iterator[str]:
    """Every file and link below a folder, by its path from there; git's own and what links lead to left out."""
    for place, folders, files in os.walk(tree):
        here = Path(place)
        links = [name for name in folders if (here / name).is_symlink()]
        folders[:] = [name for name in folders if name != ".git" and name not in links]
        yield from ((here / name).relative_to(tree).as_posix() for name in (*files, *links))


def note_prepared(wb: Workbench, tree: Path) -> None:
    """Remember what the setup command left in a worktree: it is there on purpose."""
    place = _note(wb, tree)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(sorted(strays(wb, tree))))


def planted(wb: Workbench, tree: Path) -> set[str]:
    """The strays that no setup command made: what ran in the worktree left them there."""
    note = _note(wb, tree)
    made = set(json.loads(note.read_text())) if wb.config.setup_command and note.exists() else set()
    return strays(wb, tree) - made


def _note(wb: Workbench, tree: Path) -> Path:
    return wb.mirror.folder / "prepared" / f"{tree.name}.json"
