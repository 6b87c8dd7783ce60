"""Where a bug is: the statements of the buggy text that differ from the right one, or stand beside what is missing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.source import SourceFile, blocks

HEADER_FIELDS = {"body", "orelse", "finalbody", "handlers", "cases"}


def faulty_lines(path: str, buggy: SourceFile, right: str) -> set[int]:
    """First lines of the statements of `buggy` where an edit could bring the right text back."""
    reference = SourceFile(path, right.encode(buggy.encoding))
    return {stmt.lineno for stmt in _between(buggy.tree, reference.tree)}


def _between(bad: ast.AST, good: ast.AST) -> Iterator[ast.stmt]:
    """Faulty statements below two nodes of one kind, whose own code is the same."""
    old, new = _parts(bad), _parts(good)
    for (parent, mine), (_, theirs) in zip(old, new, strict=False):
        yield from _in_block(parent, mine, theirs)
    if len(old) != len(new) and isinstance(bad, ast.stmt):
        yield bad  # a whole branch is missing or too much
        last = old[-1][1] if old else []
        yield from last[-1:]


def _parts(node: ast.AST) -> list[tuple[ast.AST, list[ast.stmt]]]:
    return [(node, block) for block in blocks(node)]


def _in_block(parent: ast.AST, bad: Sequence[ast.stmt], good: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    start = 0
    while start < min(len(bad), len(good)) and _same(bad[start], good[start]):
        start += 1
    end = 0
    while end < min(len(bad), len(good)) - start and _same(bad[-1 - end], good[-1 - end]):
        end += 1
    middle, wanted = bad[start : len(bad) - end], good[start : len(good) - end]
    if not middle and not wanted:
        return
    if len(middle) == len(wanted):
        for mine, theirs in zip(middle, wanted, strict=True):
            yield from _pair(mine, theirs)
    elif middle and len(middle) > len(wanted):
        yield from middle
        if not start and isinstance(parent, ast.If):
            yield parent  # a branch of its chain may be what is missing
    else:
        yield from _gap(parent, bad, start, end, middle)


def _gap(
    parent: ast.AST, bad: Sequence[ast.stmt], start: int, end: int, middle: Sequence[ast.stmt]
) -> Iterator[ast.stmt]:
    """The neighbours of a gap; the header above it where the gap is at an end of its block, or stands for a `pass`."""
    yield from middle
    yield from bad[start - 1 : start] if start else []
    yield from bad[len(bad) - end : len(bad) - end + 1] if end else []
    if (not start or not end) and isinstance(parent, ast.stmt):
        yield parent


def _pair(mine: ast.stmt, theirs: ast.stmt) -> Iterator[ast.stmt]:
    if _same(mine, theirs):
        return
    if type(mine) is not type(theirs) or _header(mine) != _header(theirs):
        yield mine
        if isinstance(mine, ast.Pass):
            return
    if type(mine) is type(theirs):
        yield from _between(mine, theirs)


def _same(one: ast.AST, other: ast.AST) -> bool:
    return ast.dump(one) == ast.dump(other)


def _header(stmt: ast.stmt) -> str:
    """The statement's own code, without the blocks under it."""
    parts = []
    for name, value in ast.iter_fields(stmt):
        if name not in HEADER_FIELDS:
            values = value if isinstance(value, list) else [value]
            parts.append(f"{name}={[ast.dump(v) if isinstance(v, ast.AST) else v for v in values]}")
    for handler in getattr(stmt, "handlers", ()):
        parts.append(f"except {ast.dump(handler.type) if handler.type else ''} {handler.name}")
    for case in getattr(stmt, "cases", ()):
        parts.append(f"case {ast.dump(case.pattern)} {ast.dump(case.guard) if case.guard else ''}")
    return "; ".join(parts)
