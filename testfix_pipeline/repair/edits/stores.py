"""What is stored where: keys and values in each other's place, two places exchanged, taken or only looked at, the first
of a table, the rest of both lists."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import after, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.updates import nearest
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile, blocks

TOGETHER, MOST = 0.55, 6


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
