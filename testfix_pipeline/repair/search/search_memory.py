"""What the searches of one session tried in vain: the next one for the same tests and code goes on from there."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from pathlib import Path

from testfix_pipeline.repair.model.source_languages import source_languages
from testfix_pipeline.repair.model.sources import files_below


class SearchMemory:
    """The fingerprints of candidates with which failing tests failed just as before, by code and tests."""

    def __init__(self) -> None:
        self._in_vain: dict[tuple[str, frozenset[str]], set[str]] = {}

    def of(self, root: Path, failing: Iterable[str], test_files: Collection[str]) -> set[str]:
        """Those that are known, to be added to: for these failing tests, the sources below `root`, the test files."""
        digest = hashlib.sha256()
        suffixes = tuple(suffix for one in source_languages() for suffix in one.suffixes)
        for path in [*files_below(root, suffixes), *sorted(test_files)]:
            file = root / path
            digest.update(
                f"\0{path}\0".encode("utf-8", "surrogatepass") + (file.read_bytes() if file.is_file() else b"")
            )
        return self._in_vain.setdefault((digest.hexdigest(), frozenset(failing)), set())
