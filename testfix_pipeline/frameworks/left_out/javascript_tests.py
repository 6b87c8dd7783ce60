"""Test files in JavaScript and TypeScript of other runners, or outside of what the project's runner includes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.session_parts import LeftOutFile
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.frameworks.project_walk import is_data, project_files

_NAMED = re.compile(r"(^|/)(__tests__/.*|[^/]*[._-](test|spec|cy|e2e))\.[cm]?[jt]sx?$")
_DEFINES = re.compile(r"(?m)^\s*(?:export\s+default\s+|await\s+|void\s+)?(?:it|test|describe|suite)(?:\.\w+)*\s*[(`]")
_IMPORTED = re.compile(
    r"""['"](@playwright/test|vitest|@jest/globals|node:test|mocha|ava|tap|bun:test|cypress|@wdio/globals)['"]"""
)
_MOST_READ = 2000


def uncollected_javascript(root: Path) -> Iterator[LeftOutFile]:
    """Yield the files that are named and written as tests; those of a folder without a `package.json` above it not."""
    for number, path in enumerate(one for one in project_files(root) if _NAMED.search(one) and not is_data(one)):
        if number >= _MOST_READ:
            return
        text = read_text(root / path)
        above = (root / folder / "package.json" for folder in PurePosixPath(path).parents)
        if not _DEFINES.search(text) or not any(manifest.is_file() for manifest in above):
            continue
        runner = _IMPORTED.search(text)
        name = runner[1] if runner else "cypress" if ".cy." in path else ""
        why = f"tests of {name}" if name else "tests outside of what the project's test runner includes"
        yield LeftOutFile(file=path, why=why)
