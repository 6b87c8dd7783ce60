"""Branches in the wrong order: what is asked for first hides what is asked for later."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.edits.blocks import LEAVING, is_elif, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target

KIND = "branches-reordered"
PRIOR, MOST = 0.45, 6


def earlier(target: Target) -> Iterator[Edit]:
    """A later branch of a chain, or one of the `if`s that follow and all leave, asked for before this one."""
    stmt = target.stmt
    if target.function is None:
        return
    if isinstance(stmt, (ast.Try, ast.Match)):
        yield from _of_parts(target, stmt)
    elif not isinstance(stmt, ast.If):
        return
    elif stmt.orelse:
        yield from _of_chain(target, stmt)
    else:
        yield from _of_row(target, stmt)


def _of_parts(target: Target, stmt: ast.Try | ast.Match) -> Iterator[Edit]:
    """Each later `except` or `case` in front of the first."""
    source = target.source
    heads = stmt.handlers if isinstance(stmt, ast.Try) else [one.pattern for one in stmt.cases]
    parts = stmt.handlers if isinstance(stmt, ast.Try) else stmt.cases
    starts = [source.line_starts[head.lineno - 1] for head in heads]
    ends = [source.block(part.body[-1])[1] for part in parts]
    for number, (start, end) in enumerate(zip(starts[1:MOST], ends[1:MOST], strict=True)):
        text = source.text[start:end]
        if text.endswith("\n") and not _takes_all(parts[number + 1]):
            edit = target.splice(
                starts[0], starts[0], text, KIND, PRIOR / (1 + 0.3 * number), f"{text.strip()[:40]} first"
            )
            yield replace(edit, more=((start, end, ""),))


def _takes_all(part: ast.ExceptHandler | ast.match_case) -> bool:
    """Whether nothing may stand behind it: a bare `except`, a `case` for anything."""
    if isinstance(part, ast.ExceptHandler):
        return part.type is None
    return part.guard is None and isinstance(part.pattern, ast.MatchAs) and part.pattern.pattern is None


def _of_chain(target: Target, stmt: ast.If) -> Iterator[Edit]:
    """Each later branch of the chain with its condition in front of this one's, those between moved on by one."""
    source, chain = target.source, [stmt]
    while len(rest := chain[-1].orelse) == 1 and isinstance(rest[0], ast.If) and is_elif(source, rest[0]):
        chain.append(rest[0])
    bodies = [(source.block(one.body[0])[0], source.block(one.body[-1])[1]) for one in chain]
    if any(one.body[0].lineno == one.test.lineno for one in chain):
        return
    tests = [source.span(one.test) for one in chain]
    said = [f"({text})" if "\n" in text else text for text in (source.segment(one.test) for one in chain)]
    done = [source.text[start:end] for start, end in bodies]
    for number in range(1, min(len(chain), MOST)):
        order = [number, *range(number)]
        spans = [
            (*span, texts[old])
            for spans, texts in ((tests, said), (bodies, done))
            for span, old in zip(spans[: number + 1], order, strict=True)
        ]
        (start, end, text), *more = sorted(spans)
        note = source.segment(chain[number].test)[:40]
        edit = target.splice(start, end, text, KIND, PRIOR / (1 + 0.3 * (number - 1)), f"{note} first")
        yield replace(edit, more=tuple(more))


def _of_row(target: Target, stmt: ast.If) -> Iterator[Edit]:
    """Each of the next `if`s without else that leave the block, as this one does, in front of this one."""
    source = target.source
    block, position = siblings_of(source, stmt)
    if not _leaves(stmt) or not source.owns_line(stmt):
        return
    at = source.block(stmt)[0]
    for steps, other in enumerate(block[position + 1 : position + MOST]):
        if not isinstance(other, ast.If) or other.orelse or not _leaves(other) or not source.owns_line(other):
            return
        start, end = source.block(other)
        if not source.text[start:end].endswith("\n"):
            return
        note = source.segment(other.test)[:40]
        edit = target.splice(at, at, source.text[start:end], KIND, PRIOR / (1 + 0.3 * steps), f"{note} first")
        yield replace(edit, more=((start, end, ""),))


def _leaves(stmt: ast.If) -> bool:
    return isinstance(stmt.body[-1], LEAVING)
