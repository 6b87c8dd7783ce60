"""Statements in the wrong place: a few further up or down, within or behind a block, in front of a loop."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.languages.python.edits.blocks import (
    LEAVING,
    LOOPS,
    is_elif,
    loop_around,
    reindented,
    siblings_of,
)
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.scope import bound_names, local_names, stored_names
from testfix_pipeline.repair.languages.python.source import COMPOUND, FunctionNode, blocks, is_docstring

MOST_NAMES = 5
FURTHEST = 4
"""How many statements of its block one is carried past."""


def moves(target: Target) -> Iterator[Edit]:
    """Neighbours change places; the last statement of a block leaves it; a statement joins the block before it."""
    source, stmt = target.source, target.stmt
    block, position = siblings_of(source, stmt)
    if not block or not source.owns_line(stmt) or isinstance(stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    if is_docstring(stmt):
        return
    if position + 1 < len(block) and source.owns_line(block[position + 1]):
        yield _swapped(target, stmt, block[position + 1], 0.4)
    parent = source.parents[stmt]
    if isinstance(parent, ast.If) and block is parent.orelse and isinstance(stmt, ast.Return):
        yield from _behind_the_loop(target, parent)
    if isinstance(parent, (ast.ExceptHandler, ast.match_case)):
        parent = source.parents[parent]
    if position == len(block) - 1 and position > 0 and _is_inner(parent) and source.owns_line(parent):  # type: ignore[arg-type]
        yield from _out_of(target, parent)
        around = source.parents[parent]
        if isinstance(around, LOOPS) and around.body[-1] is parent and source.owns_line(around):
            yield from _out_of(target, around)
    if position > 0 and list(blocks(block[position - 1])) and source.owns_line(block[position - 1]):
        yield from _into(target, block[position - 1])
    yield from _further(target, block, position)
    if len(block) > 1 and isinstance(parent, LOOPS) and block is parent.body:
        yield from _hoisted(target, parent)
    if len(block) > 1 and isinstance(parent, ast.For) and block is parent.body:
        yield from _once(target, parent)


def _is_inner(node: ast.AST) -> bool:
    return isinstance(node, COMPOUND) and not isinstance(node, (*FunctionNode.__args__, ast.ClassDef))


def _swapped(target: Target, one: ast.stmt, other: ast.stmt, prior: float) -> Edit:
    source = target.source
    (start, middle), (_, end) = source.block(one), source.block(other)
    second = source.text[middle:end]
    if not second.endswith("\n"):
        second += source.newline
    return target.splice(
        start, end, second + source.text[start:middle], "moved.swapped", prior, "with the next statement"
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
                if at < position and is_docstring(block[at]):
                    continue
                place = source.block(block[at])[0 if at < position else 1]
                edit = target.splice(start, end, "", "moved.further", prior, f"by {at - position}")
                yield replace(edit, more=((place, place, text),))


def _hoisted(target: Target, loop: ast.stmt) -> Iterator[Edit]:
    """The first statement of a round done once, in front of the loop; any that sets what no round changes the making of
    in front of it, or of the loop around it."""
    source, stmt = target.source, target.stmt
    start, end = source.block(stmt)
    if not isinstance(stmt, (ast.Assign, ast.AnnAssign)) or stmt.value is None:
        return
    said = {n.id for n in ast.walk(stmt.value) if isinstance(n, ast.Name)}
    outer = loop_around(source, loop)
    for rank, around in enumerate([loop] if outer is None else [loop, outer]):
        changed = not said.isdisjoint(stored_names(around) - stored_names(stmt))
        first = around is loop and siblings_of(source, stmt)[1] == 0
        if source.owns_line(around) and (first or not changed):
            at = source.block(around)[0]
            text = reindented(source.text[start:end], source.indent(stmt), source.indent(around))
            prior = 0.4 / (1 + rank)
            edit = target.splice(start, end, "", "moved.in-front-of-the-block", prior, "in front of the loop")
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
        edit = target.splice(start, end, "", "moved.in-front-of-the-block", 0.3 / (1 + 0.2 * rank), f"once, of {name}")
        yield replace(edit, more=((at, at, moved),))


def _out_of(target: Target, parent: ast.AST) -> Iterator[Edit]:
    """Behind the whole block, one level out."""
    source, stmt = target.source, target.stmt
    assert isinstance(parent, ast.stmt)
    start, end = source.block(stmt)
    text = reindented(source.text[start:end], source.indent(stmt), source.indent(parent))
    stop = source.block(parent)[1]
    if end == stop:
        yield target.splice(start, end, text, "moved.out-of-the-block", 0.5, "dedented")
    else:
        edit = target.splice(start, end, "", "moved.out-of-the-block", 0.3, "behind the block")
        yield Edit(edit.file, start, end, "", edit.kind, 0.3, edit.line, edit.note, ((stop, stop, text),))


def _behind_the_loop(target: Target, branch: ast.If) -> Iterator[Edit]:
    """`else: return False` of a branch that ends a loop, behind the loop: the answer where no round gave one."""
    source, stmt = target.source, target.stmt
    loop = next((one for one in source.ancestors(branch) if not is_elif(source, one)), None)  # type: ignore[arg-type]
    loop = source.parents.get(loop) if isinstance(loop, ast.If) else loop
    if not isinstance(loop, LOOPS) or len(branch.orelse) > 1 or not source.owns_line(loop):
        return
    (start, end), behind = source.block(stmt), source.block(loop)[1]
    text = reindented(source.text[start:end], source.indent(stmt), source.indent(loop))
    if source.block(loop.body[-1])[1] == end and text.endswith("\n"):
        edit = target.splice(source.block(branch.body[-1])[1], end, "", "moved.behind-the-loop", 0.5, "behind the loop")
        yield replace(edit, more=((behind, behind, text),))


def _into(target: Target, neighbour: ast.stmt) -> Iterator[Edit]:
    """To the end of the block that the statement before it opens, or of the one that ends this."""
    source, stmt = target.source, target.stmt
    start, end = source.block(stmt)
    last, depth = neighbour, 0
    while (inside := list(blocks(last))) and depth < 3:
        outer, last = last, inside[-1][-1]
        if source.indent(last) == source.indent(outer):  # a further branch of the same chain is no step in
            if not is_elif(source, last):
                return
            continue
        depth += 1
        if not source.indent(last).startswith(source.indent(stmt)):
            continue
        if source.block(last)[1] == source.block(neighbour)[1]:
            text = reindented(source.text[start:end], source.indent(stmt), source.indent(last))
            yield target.splice(start, end, text, "moved.into-the-block", 0.4 / depth, "indented")
