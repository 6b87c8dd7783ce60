"""What a project says about itself to those who work on it: conventions, technology, specifications (SPEC 6.4)."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from testfix_pipeline.workspace.redaction import redacted_text

FILES = (".workflow/project-guidelines.json", ".workflow/project-tech.json", "AGENTS.md")
FOLDERS = (".workflow/specs", "specs")
MOST_BYTES = 200 * 1024
MOST_SPECS = 40


def knowledge(root: Path) -> list[tuple[str, str]]:
    """(path, text) of every such file that is there, secrets taken out; JSON without its layout."""
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
    for folder in FOLDERS:
        yield from sorted(path for path in (root / folder).glob("*.md") if path.is_file())[:MOST_SPECS]


def _compact(text: str) -> str:
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except (ValueError, RecursionError):
        return text
