"""Statements that no run reaches, since one in front of them leaves their block."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from testfix_pipeline.core.terminating_statements import JUMPS
from testfix_pipeline.repair.languages.python.source import blocks


def unreachable(tree: ast.AST) -> int:
    """The number of statements in a tree that stand behind one that leaves their block.

    Expressions are not gone through, which takes longer than parsing.
    """
    found, pending = 0, list(blocks(tree))
    while pending:
        block = pending.pop()
        found += _behind_leaving(block)
        pending += [inner for stmt in block for inner in blocks(stmt)]
    return found


def _behind_leaving(block: Sequence[ast.stmt]) -> int:
    found = (number for number, one in enumerate(block) if isinstance(one, JUMPS))
    return len(block) - 1 - next(found, len(block) - 1)
