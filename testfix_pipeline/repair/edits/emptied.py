"""Branches that do nothing where their siblings do something: the same, said of what this branch is about."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.analogies import SIMPLE, exchanged
from testfix_pipeline.repair.edits.branches import chain_of, head, with_another_place, with_another_value
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.project import is_docstring
from testfix_pipeline.repair.source import SourceFile

EXCHANGED, ANOTHER, SAME = 0.6, 0.4, 0.3
"""With the words of this branch's condition, with another variable, and just as a sibling does it."""
LATER, MOST = 0.12, 10


def branches(target: Target) -> Iterator[Edit]:
    """What stands in the other branches of a chain, put where this one has `pass`."""
    parent = target.source.parents.get(target.stmt)
    if not isinstance(target.stmt, ast.Pass) or target.function is None:
        return
    if not isinstance(parent, (ast.If, ast.match_case)):
        return
    found: dict[str, float] = {}
    own = _test(parent) if target.stmt in parent.body else None
    for test, stmt in _siblings(target.source, parent, target.stmt):
        for code, prior in _said(target, own, test, stmt):
            found[code] = max(prior, found.get(code, 0.0))
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST]
    for rank, (code, prior) in enumerate(ordered):
        yield target.replace(target.stmt, code, "branch.filled", prior / (1 + LATER * rank), code)


def _test(branch: ast.If | ast.match_case) -> ast.AST:
    return branch.test if isinstance(branch, ast.If) else branch.pattern


def _siblings(
    source: SourceFile, branch: ast.If | ast.match_case, mine: ast.stmt
) -> Iterator[tuple[ast.AST | None, ast.stmt]]:
    """(condition, None for `else`; the statement) of the other branches that are one simple statement of one line."""
    parts: list[ast.If | ast.match_case] = []
    last: list[ast.stmt] = []
    if isinstance(branch, ast.If):
        first = head(source, branch)
        assert isinstance(first, ast.If)
        parts += chain_of(source, first)
        last = parts[-1].orelse  # type: ignore[union-attr]
    else:
        parts += source.parents[branch].cases  # type: ignore[attr-defined]
    blocks: list[tuple[ast.AST | None, list[ast.stmt]]] = [(_test(one), one.body) for one in parts]
    for test, block in [*blocks, (None, last)]:
        simple = len(block) == 1 and isinstance(block[0], SIMPLE) and "\n" not in source.segment(block[0])
        if simple and block[0] is not mine and not is_docstring(block[0]):
            yield test, block[0]


def _said(target: Target, own: ast.AST | None, test: ast.AST | None, stmt: ast.stmt) -> Iterator[tuple[str, float]]:
    text = target.text(stmt)
    yield text, SAME
    for code in (*with_another_place(target, stmt), *with_another_value(target, stmt)):
        yield code, ANOTHER
    if own is not None and test is not None:
        words, others = _words(test), _words(own)
        for old in (word for word in words if word not in others):
            for new in (word for word in others if word not in words):
                said, _, count = exchanged(text, old.lower(), new.lower())
                yield from [(said, EXCHANGED)] if count else ()


def _words(test: ast.AST) -> list[str]:
    """Names, attributes and texts of a condition."""
    found: dict[str, None] = {}
    for node in ast.walk(test):
        word = getattr(node, "id", getattr(node, "attr", getattr(node, "value", None)))
        if isinstance(word, str) and word not in ("self", "cls"):
            found[word] = None
    return list(found)
