"""Finds the project's test files that share a long-lived fixture with a generated test and may change its value."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from testfix_pipeline.execution.affected_tests.import_graph import python_files
from testfix_pipeline.planning.generation.rendering import Draft
from testfix_pipeline.planning.generation.subjects.fixtures import Fixtures
from testfix_pipeline.planning.python_code.mined_values import is_test_name, read_text

_BEYOND_A_FILE = ("package", "session")


def files_sharing_fixtures(root: Path, fixtures: Fixtures, drafts: Sequence[Draft]) -> dict[str, list[str]]:
    """The test files that name a package or session fixture of a draft, by node id of the draft."""
    found: dict[str, list[str]] = {}
    known: dict[str, list[str]] = {}
    for draft in drafts:
        asked = {name for one in draft.pinned for name in one.example.fixtures}
        needed = [fixtures.every[name] for name in fixtures.closure(asked) if name in fixtures.every]
        for name in [one.name for one in needed if one.scope in _BEYOND_A_FILE]:
            if name not in known:
                known[name] = _test_files_naming(root, _dependent_fixtures(fixtures, name))
            found.setdefault(draft.node_id, []).extend(known[name])
    return {node_id: files for node_id, files in found.items() if files}


def _dependent_fixtures(fixtures: Fixtures, name: str) -> list[str]:
    """The fixture and those that need it."""
    return [one for one in fixtures.every if name in fixtures.closure([one])]


def _test_files_naming(root: Path, names: Collection[str]) -> list[str]:
    word = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
    return [file for file in sorted(python_files(root)) if is_test_name(file) and word.search(read_text(root / file))]
