"""Statements in the wrong place: a few further up or down, within or behind a block, in front of a loop."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.edits.blocks import LEAVING, LOOPS, one_step_in, reindented, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import bound_names, local_names, stored_names
from testfix_pipeline.repair.source import FunctionNode, blocks

MOST_NAMES = 5
FURTHEST = 4
"""How many statements of its block one is carried past."""


def moves(target: Target) -> Iterator[Edit]:
    """Neighbours change places; the last statement of a block leaves it; a statement joins the block before it."""
    source, stmt = target.source, target.stmt
    block, position = siblings_of(source, stmt)
    if not block or not source.owns_line(stmt) or isinstance(stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    if position + 1 < len(block) and source.owns_line(block[position + 1]):
        yield _swapped(target, stmt, block[position + 1], 0.4)
    parent = source.parents[stmt]
    if position == len(block) - 1 and position > 0 and _is_inner(parent) and source.owns_line(parent):  # type: ignore[arg-type]
        yield from _out_of(target, parent)
    if position > 0 and list(blocks(block[position - 1])) and source.owns_line(block[position - 1]):
        yield from _into(target, block[position - 1])
    yield from _further(target, block, position)
    if position == 0 and len(block) > 1 and isinstance(parent, LOOPS) and block is parent.body:
        yield from _hoisted(target, parent)
    if len(block) > 1 and isinstance(parent, ast.For) and block is parent.body:
        yield from _once(target, parent)


def _is_inner(node: ast.AST) -> bool:
    return isinstance(node, (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.AsyncFor, ast.AsyncWith))


def _swapped(target: Target, one: ast.stmt, other: ast.stmt, prior: float) -> Edit:
    source = target.source
    (start, middle), (_, end) = source.block(one), source.block(other)
    second = source.text[middle:end]
    if not second.endswith("\n"):
        second += source.newline
    return target.splice(
        start, end, second + source.text[start:middle], "moved: swapped", prior, "with the next statement"
    )


def _further(target: Target, block: list[ast.stmt], position: int) -> Iterator[Edit]:
    """Past more than one neighbour, up and down; nothing is carried past what leaves the block."""
    source, stmt = target.source, target.stmt
    start, end = source.block(stmt)
    text = source.text[start:end]
    if target.function is None or isinstance(stmt, LEAVING) or not text.endswith("\n"):
        return
    for steps in range(2, FURTHEST + 1):
        prior = 0.3 / (1 + 0.3 * (steps - 2))
        for at in (position - steps, position + steps):
            if 0 <= at < len(block) and not any(isinstance(one, LEAVING) for one in block[position : at + 1]):
                place = source.block(block[at])[0 if at < position else 1]
                edit = target.splice(start, end, "", "moved: further", prior, f"by {at - position}")
                yield replace(edit, more=((place, place, text),))


def _hoisted(target: Target, loop: ast.stmt) -> Iterator[Edit]:
    """The first statement of a round done once, in front of the loop."""
    source, stmt = target.source, target.stmt
    start, end = source.block(stmt)
    if isinstance(stmt, (ast.Assign, ast.AnnAssign)) and source.owns_line(loop):
        at = source.block(loop)[0]
        text = reindented(source.text[start:end], source.indent(stmt), source.indent(loop))
        edit = target.splice(start, end, "", "moved: in front of the block", 0.4, "in front of the loop")
        yield replace(edit, more=((at, at, text),))


def _once(target: Target, loop: ast.For) -> Iterator[Edit]:
    """What is told of each element told once in front of the loop, of a variable that the loop does not bind:
    `done.add(place)`, and no `done.add(road.end)` for each road."""
    source, stmt = target.source, target.stmt
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords or not source.owns_line(loop):
        return
    bound = stored_names(loop)
    if bound.isdisjoint(n.id for n in ast.walk(call.args[0]) if isinstance(n, ast.Name)):
        return
    (start, end), at = source.block(stmt), source.block(loop)[0]
    (first, last), text = source.span(call.args[0]), source.text
    lines = bound_names(target.function.node) if target.function else {}
    names = sorted((name for name in local_names(target) if name not in bound), key=lambda name: -lines.get(name, 0))
    for rank, name in enumerate(names[:MOST_NAMES]):
        moved = reindented(f"{text[start:first]}{name}{text[last:end]}", source.indent(stmt), source.indent(loop))
        edit = target.splice(start, end, "", "moved: in front of the block", 0.3 / (1 + 0.2 * rank), f"once, of {name}")
        yield replace(edit, more=((at, at, moved),))


def _out_of(target: Target, parent: ast.AST) -> Iterator[Edit]:
    """Behind the whole block, one level out."""
    source, stmt = target.source, target.stmt
    assert isinstance(parent, ast.stmt)
    start, end = source.block(stmt)
    text = reindented(source.text[start:end], source.indent(stmt), source.indent(parent))
    stop = source.block(parent)[1]
    if end == stop:
        yield target.splice(start, end, text, "moved: out of the block", 0.5, "dedented")
    else:
        edit = target.splice(start, end, "", "moved: out of the block", 0.3, "behind the block")
        yield Edit(edit.file, start, end, "", edit.kind, 0.3, edit.line, edit.note, ((stop, stop, text),))


def _into(target: Target, neighbour: ast.stmt) -> Iterator[Edit]:
    """To the end of the block that the statement before it opens."""
    source, stmt = target.source, target.stmt
    last = list(blocks(neighbour))[-1][-1]
    start, end = source.block(stmt)
    if source.block(last)[1] == source.block(neighbour)[1] and source.indent(last).startswith(source.indent(stmt)):
        text = reindented(source.text[start:end], source.indent(stmt), source.indent(last))
        yield target.splice(start, end, text, "moved: into the block", 0.4, "indented")


def otherwise(target: Target) -> Iterator[Edit]:
    """The statement behind a loop that may be left by `break` made its `else`: only where it was not left."""
    source, stmt = target.source, target.stmt
    block, position = siblings_of(source, stmt)
    loop = block[position - 1] if position else None
    if not isinstance(loop, LOOPS) or loop.orelse or not source.owns_line(stmt):
        return
    if any(isinstance(node, ast.Break) for node in ast.walk(loop)):
        (start, end), indent = source.block(stmt), source.indent(stmt)
        text = one_step_in(source, start, end, indent)
        yield target.splice(start, end, f"{indent}else:{source.newline}{text}", "moved: else of a loop", 0.4, "else:")
