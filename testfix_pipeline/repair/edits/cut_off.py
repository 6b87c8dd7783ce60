"""A list that is counted by its length and keeps what lies beyond: cut off at the index that the function uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.updates import has_room, inserted

KIND = "rest cut off"
PRIOR, MOST = 0.35, 4
GROWING = {"append", "extend", "insert"}


def beyond(target: Target) -> Iterator[Edit]:
    """`del xs[n:]` where the function puts more into xs and asks for `xs[n]` or `xs[n - 1]`."""
    if not has_room(target):
        return
    assert target.function is not None
    nodes = list(ast.walk(target.function.node))
    calls = [n.func for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
    growing = {target.text(one.value) for one in calls if one.attr in GROWING}
    subscripts = [n for n in nodes if isinstance(n, ast.Subscript) and target.text(n.value) in growing]
    ends = ((target.text(n.value), text) for n in subscripts for text in _ends(target, n.slice))
    for rank, (place, text) in enumerate(list(dict.fromkeys(ends))[:MOST]):
        yield from inserted(target, f"del {place}[{text}:]", KIND, PRIOR / (1 + 0.2 * rank))


def _ends(target: Target, index: ast.expr) -> Iterator[str]:
    """Where the list ends if this is the index of its last element, or of the first that is none of it."""
    if isinstance(index, (ast.Slice, ast.UnaryOp, ast.Constant, ast.Tuple)):
        return
    if isinstance(index, ast.BinOp) and isinstance(index.op, ast.Sub):
        yield target.text(index.left)
    else:
        yield f"{target.text(index)} + 1"
    yield target.text(index)
