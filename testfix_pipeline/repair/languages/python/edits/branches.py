"""Finds the `if` that a chain of branches begins with."""

from __future__ import annotations

import ast

from testfix_pipeline.repair.languages.python.edits.blocks import is_elif
from testfix_pipeline.repair.languages.python.source import SourceFile


def head(source: SourceFile, stmt: ast.stmt) -> ast.stmt:
    """The `if` that an `elif` belongs to."""
    while isinstance(stmt, ast.If) and is_elif(source, stmt):
        parent = source.parents[stmt]
        assert isinstance(parent, ast.stmt)
        stmt = parent
    return stmt
