"""A list that is counted by its length and keeps what lies beyond: cut off at the index that the function uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.updates import has_room, inserted
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

KIND = "rest-cut-off"
PRIOR, MOST = 0.35, 4
GROWING = {"append", "extend", "insert"}


def beyond(target: Target) -> Iterator[Edit]:
    """`del xs[n:]` where the function puts more into xs and it, or its class, asks for `xs[n]` or `xs[n - 1]`."""
    if not has_room(target):
        return
    assert target.function is not None
    for rank, (place, text) in enumerate(_cuts(target.source, target.function)[:MOST]):
        yield from inserted(target, f"del {place}[{text}:]", KIND, PRIOR / (1 + 0.2 * rank))


@remembered(1024)
def _cuts(source: SourceFile, function: Function) -> Sequence[tuple[str, str]]:
    """(list that the function puts more into, where it may end), by what the function asks for, then its class."""
    nodes = list(ast.walk(function.node))
    calls = [n.func for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
    growing = {source.segment(one.value) for one in calls if one.attr in GROWING}
    asked = [(n, False) for n in nodes if isinstance(n, ast.Subscript)]
    if function.owner is not None and any(place.startswith("self.") for place in growing):
        asked += [(n, True) for n in ast.walk(function.owner) if isinstance(n, ast.Subscript)]
    found: dict[tuple[str, str], None] = {}
    for node, elsewhere in asked:
        place = source.segment(node.value)
        for text in _ends(source, node.slice) if place in growing else ():
            if not elsewhere or {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} == {"self"}:
                found.setdefault((place, text))
    return list(found)


def _ends(source: SourceFile, index: ast.expr) -> Iterator[str]:
    """Where the list ends if this is the index of its last element, or of the first that is none of it."""
    if isinstance(index, (ast.Slice, ast.UnaryOp, ast.Constant, ast.Tuple)):
        return
    if isinstance(index, ast.BinOp) and isinstance(index.op, ast.Sub):
        yield source.segment(index.left)
    else:
        yield f"{source.segment(index)} + 1"
    yield source.segment(index)
