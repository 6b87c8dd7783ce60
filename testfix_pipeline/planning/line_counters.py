"""Inserts counters into the project's JavaScript and TypeScript, and reads the lines that its tests ran."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.execution.coverage_map import WHOLE_SUITE, CoverageMap
from testfix_pipeline.planning.code_readers import is_javascript
from testfix_pipeline.planning.javascript_code.javascript_outline import read_source
from testfix_pipeline.repair.languages.javascript.statement_counters import with_counters

_RECORD = ".testfix-lines"
_MOST_FILES = 2000


def insert_counters(root: Path, files: Iterable[str]) -> list[str]:
    """Write counters into the JavaScript and TypeScript source among the files; returns the changed files in order."""
    found: list[str] = []
    for path in sorted(files):
        file = root / path
        if not is_javascript(path) or is_test_side(path) or file.is_symlink() or len(found) == _MOST_FILES:
            continue
        try:
            source = read_source(path, file.read_bytes().decode())
            text = with_counters(source, len(found), str(root / _RECORD), tells_entries=True)
        except (OSError, ValueError, SyntaxError, RecursionError):
            continue
        if not text.startswith("#!"):
            file.write_text(text, newline="")
            found.append(path)
    return found


def read_counters(root: Path, paths: list[str]) -> CoverageMap:
    """The lines that the tests ran in the files with counters."""
    lines: dict[str, set[int]] = {}
    entered: dict[str, set[int]] = {}
    record = root / _RECORD
    for said in record.read_text().split() if record.is_file() else ():
        number, _, at = said.partition(":")
        kind = entered if at.startswith("-") else lines
        kind.setdefault(paths[int(number)], set()).add(abs(int(at)))
    record.unlink(missing_ok=True)
    tests = {WHOLE_SUITE: {path: frozenset(found) for path, found in entered.items()}}
    return CoverageMap(tests, {path: frozenset(found) for path, found in lines.items()})
