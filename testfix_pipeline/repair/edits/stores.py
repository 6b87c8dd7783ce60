"""What is stored where: keys and values in each other's place, two places exchanged, taken or only looked at, the first
of a table, the rest of both lists."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import after, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target, as_argument
from testfix_pipeline.repair.edits.scope import walk_scope
from testfix_pipeline.repair.edits.updates import nearest
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile, blocks

EXCHANGED, SWAPPED, TAKEN, FIRST, REST = 0.45, 0.4, 0.3, 0.45, 0.7
TOGETHER, MOST = 0.55, 6


def by_value(target: Target) -> Iterator[Edit]:
    """`seen[x] = i` for `seen[i] = x`."""
    stmt = target.stmt
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else None
    if isinstance(place, ast.Subscript) and isinstance(stmt, ast.Assign) and not isinstance(place.slice, ast.Slice):
        plain = (ast.Name, ast.Attribute, ast.Tuple, ast.Subscript)
        if isinstance(stmt.value, plain) and isinstance(place.slice, plain):
            code = f"{target.text(place.value)}[{target.text(stmt.value)}] = {target.text(place.slice)}"
            yield target.replace(stmt, code, "operands.swapped", EXCHANGED, code[:50])


def exchanged(target: Target) -> Iterator[Edit]:
    """`xs[i], xs[j] = xs[j], xs[i]` for `xs[i] = xs[j]`."""
    stmt = target.stmt
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else None
    if isinstance(place, ast.Subscript) and isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.Subscript):
        one, other = target.text(place), target.text(stmt.value)
        if target.text(place.value) == target.text(stmt.value.value) and one != other:
            both = f"{one}, {other}"
            yield target.replace(stmt, f"{both} = {other}, {one}", "assigned-at-once", SWAPPED, both)


def taken_out(target: Target) -> Iterator[Edit]:
    """`waiting.pop(0)` for `waiting[0]`, `held.pop(key)` for `held[key]`; `items[-1]` for `items.pop()`."""
    for node in dict.fromkeys(target.assigned_or_passed()):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice) and target.source.is_real(node):
            key = "" if ast.unparse(node.slice) == "-1" else as_argument(target, node.slice)
            text = f"{target.text(node.value)}.pop({key})"
            yield target.replace(node, text, "taken-out", TAKEN, text[:50])
        elif isinstance(node, ast.Call) and _takes(node) and target.source.is_real(node):
            key = target.text(node.args[0]) if node.args else "-1" if called(node) == "pop" else "0"
            text = f"{target.text(node.func.value)}[{key}]"  # type: ignore[attr-defined]
            yield target.replace(node, text, "looked-at", TAKEN, text[:50])


def _takes(node: ast.Call) -> bool:
    """Whether it is `xs.pop()`, `xs.popleft()` or `xs.pop(at)`."""
    plain = isinstance(node.func, ast.Attribute) and len(node.args) < 2 and not node.keywords
    return plain and called(node) in ("pop", "popleft")


def first_of_table(target: Target) -> Iterator[Edit]:
    """`ways[0] = 1` behind `ways = [0] * (n + 1)`: one way to nothing, where all is counted from there."""
    stmt = target.stmt
    value = stmt.value if isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name) else None
    one_row = isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult) and isinstance(value.left, ast.List)
    if target.function is not None and one_row:
        name = target.text(stmt.targets[0])  # type: ignore[attr-defined]
        for rank, first in enumerate(("1", "0", "True")):
            edit = after(target, [f"{name}[0] = {first}"], "begun-with", FIRST / (1 + 0.4 * rank), f"[0] = {first}")
            if edit is not None:
                yield edit


def rest_of_both(target: Target) -> Iterator[Edit]:
    """`out + a[i:] + b[j:]` for `out + a[i:]`, where the function went through both as long as there was any left."""
    if target.function is None:
        return
    lists = _gone_through(target.source, target.function)
    for node in target.expressions(ast.Subscript):
        text, rests = target.text(node), [f"{name}[{at}:]" for name, at in lists]
        parent = target.source.parents[node]
        whole = isinstance(parent, (ast.BinOp, ast.Call, ast.Return, ast.AugAssign, ast.Assign))
        for other in rests if text in rests and whole else ():
            if other not in target.text(target.stmt):
                yield target.replace(node, f"{text} + {other}", "rest-of-both", REST, other)


@remembered(256)
def _gone_through(source: SourceFile, function: Function) -> tuple[tuple[str, str], ...]:
    """(list, place) of the comparisons `place < len(list)`."""
    found: dict[tuple[str, str], None] = {}
    for node in walk_scope(function.node):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Lt):
            end = node.comparators[0]
            if isinstance(end, ast.Call) and called(end) == "len" and len(end.args) == 1:
                found[source.segment(end.args[0]), source.segment(node.left)] = None
    return tuple(found)


def stored_with(target: Target) -> Iterator[Edit]:
    """`step[a][b] = step[a][via]` behind `length[a][b] = ...`, where elsewhere the file stores into both by the same
    keys."""
    function, stored = target.function, _stored(target.source, target.stmt)
    if function is None or stored is None:
        return
    place, keys = stored
    block, at = siblings_of(target.source, target.stmt)
    beside = {found[0] for one in block[max(0, at - 1) : at + 2] if (found := _stored(target.source, one))}
    others = [other for other in _stored_together(target.source).get(place, ()) if other not in beside]
    for other in others[:2]:
        for rank, value in enumerate(_values(target, other, keys)[:MOST]):
            code = f"{other}{''.join(f'[{key}]' for key in keys)} = {value}"
            edit = after(target, [code], "container.filled", TOGETHER / (1 + 0.2 * rank), code[:50])
            if edit is not None:
                yield edit


def _stored(source: SourceFile, stmt: ast.stmt) -> tuple[str, tuple[str, ...]] | None:
    """(table, keys) of `table[a][b] = value`."""
    node = stmt.targets[0] if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else None
    keys: list[str] = []
    while isinstance(node, ast.Subscript):
        keys.insert(0, source.segment(node.slice))
        node = node.value
    return (source.segment(node), tuple(keys)) if node is not None and keys else None


@remembered(64)
def _stored_together(source: SourceFile) -> dict[str, list[str]]:
    """By table, those that neighbouring statements store into by the same keys."""
    found: dict[str, list[str]] = {}
    for block in (block for node in ast.walk(source.tree) for block in blocks(node)):
        for one, other in itertools.pairwise(_stored(source, stmt) for stmt in block):
            if one and other and one[1] == other[1] and one[0] != other[0]:
                found.setdefault(one[0], []).append(other[0])
                found.setdefault(other[0], []).append(one[0])
    return found


def _values(target: Target, table: str, keys: tuple[str, ...]) -> list[str]:
    """What may be stored: variables at hand, and what the table has under one of them in the place of a key."""
    names = [name for name in nearest(target) if name not in keys and name != table]
    ways = [f"{table}[{keys[0]}][{name}]" for name in names[:3]] if len(keys) == 2 else []
    ways += [f"{table}[{name}][{keys[1]}]" for name in names[:3]] if len(keys) == 2 else []
    return [*(text for pair in itertools.zip_longest(ways, names) for text in pair if text)]
