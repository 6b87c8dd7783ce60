"""Reads the constants of test files."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.language_registry import language_of


def literals_of(root: Path, files: Collection[str]) -> set[Literal]:
    """The constants in the test files of a change, which source must not return as learnt results."""
    found: set[Literal] = set()
    for file in sorted(files):
        language = language_of(file)
        if language is not None and (root / file).is_file():
            found |= language.literals(file, (root / file).read_bytes())
    return found
