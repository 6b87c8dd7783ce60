"""Reads a project's documents for agents: conventions, technology, specifications.

Specifications are in `.workflow/specs/` or `specs/`: top-level files are for every role, those in a category's folder
(`specs/planning/*.md`) for the category's roles.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from testfix_pipeline.workspace.files.redaction import redacted_text

FILES = (".workflow/project-guidelines.json", ".workflow/project-tech.json", "AGENTS.md")
FOLDERS = (".workflow/specs", "specs")
MOST_BYTES = 200 * 1024
MOST_SPECS = 40  # in one folder
# The categories planning and execution are for every role; others are for the roles in their name.
_EVERYONE = ("planning", "execution")
_CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "cli-planning-agent": ("debug",),
    "test-fix-agent": ("debug",),
    "test-planner": ("test", "exploration"),
    "code-developer": ("test", "review", "validation"),
}
_KNOWN = {*_EVERYONE, *(category for wanted in _CATEGORIES.values() for category in wanted)}


def is_for(role: str, path: str) -> bool:
    """Whether a file of `knowledge` is for a role, by its category's folder.

    A category without a known role (`specs/api/`) is for every role.
    """
    category = PurePosixPath(path).parent.name
    in_category = any(path.startswith(f"{folder}/{category}/") for folder in FOLDERS)
    return not in_category or category not in _KNOWN or category in (*_EVERYONE, *_CATEGORIES.get(role, ()))


def knowledge(root: Path) -> list[tuple[str, str]]:
    """Return (path, text) of every existing document, without secrets; JSON without its layout.

    Skips files that can't be read, are larger than MOST_BYTES, or are links to outside of `root`.
    """
    found = []
    for path in _paths(root):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            if path.resolve().is_relative_to(root.resolve()) and path.stat().st_size <= MOST_BYTES:
                text = _compact(path.read_text(encoding="utf-8")).strip()
                if text:
                    found.append((path.relative_to(root).as_posix(), redacted_text(text)))
    return found


def _paths(root: Path) -> Iterator[Path]:
    yield from (root / name for name in FILES if (root / name).is_file())
    for folder in (place for name in FOLDERS for place in (root / name, *_categories(root / name))):
        yield from sorted(path for path in folder.glob("*.md") if path.is_file())[:MOST_SPECS]


def _categories(specs: Path) -> list[Path]:
    return sorted(place for place in specs.glob("*") if place.is_dir() and not place.is_symlink())


def _compact(text: str) -> str:
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except (ValueError, RecursionError):
        return text
