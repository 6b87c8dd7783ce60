"""Reads the constants of test files."""

from __future__ import annotations

import ast
from collections.abc import Collection
from pathlib import Path

from testfix_pipeline.core.patch_policy.patch_rules import parsed
from testfix_pipeline.core.patch_policy.tampering import Literal


def literals_of(root: Path, files: Collection[str]) -> set[Literal]:
    """The constants in the test files a change aims at: source that answers one with another has learnt the test."""
    found: set[Literal] = set()
    for file in sorted(files):
        tree = parsed((root / file).read_bytes()) if (root / file).is_file() else None
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes | int | float | complex):
                found.add(node.value)
    return found
