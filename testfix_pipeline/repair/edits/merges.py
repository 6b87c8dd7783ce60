"""Two mappings merged: which of them wins where both have a key."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.operators import swap
from testfix_pipeline.repair.source import FunctionNode


def swapped(target: Target) -> Iterator[Edit]:
    """`{**a, **b}`, `{**a, "key": 1}`, `a | b`, `out = dict(a)` with `out.update(b)`: which one wins."""
    for node in target.expressions(ast.Dict):
        assert isinstance(node, ast.Dict)
        for at in range(len(node.keys) - 1):
            if node.keys[at] is None and node.keys[at + 1] is None:
                yield swap(target, node.values[at], node.values[at + 1], "arguments.swapped", 0.55)
        if node.keys.count(None) == 1 and len(node.keys) > 1 and None in (node.keys[0], node.keys[-1]):
            yield _other_end(target, node)
    if not isinstance(target.stmt, (*FunctionNode.__args__, ast.AnnAssign, ast.ClassDef)):
        for node in target.expressions(ast.BinOp):
            assert isinstance(node, ast.BinOp)
            if isinstance(node.op, ast.BitOr):
                yield swap(target, node.left, node.right, "arguments.swapped", 0.35)
    yield from _copied_and_updated(target)


def _copied_and_updated(target: Target) -> Iterator[Edit]:
    """`out = dict(a)` with `out.update(b)` behind it: the other one copied."""
    block, position = siblings_of(target.source, target.stmt)
    first = getattr(block[position - 1], "value", None) if position else None
    call = getattr(target.stmt, "value", None)
    if isinstance(call, ast.Call) and called(call) == "update" and len(call.args) == 1 and isinstance(first, ast.Call):
        copied = first.args[0] if called(first) == "dict" and len(first.args) == 1 else None
        copied = getattr(first.func, "value", None) if called(first) == "copy" and not first.args else copied
        kept = {target.text(one) for one in getattr(block[position - 1], "targets", ())}
        again = isinstance(call.func, ast.Attribute) and target.text(call.func.value) in kept
        plain = (ast.Name, ast.Attribute)
        if again and isinstance(copied, plain) and isinstance(call.args[0], plain):
            yield swap(target, copied, call.args[0], "arguments.swapped", 0.4)


def _other_end(target: Target, node: ast.Dict) -> Edit:
    """`{**a, "key": 1}` as `{"key": 1, **a}`, and the other way round."""
    source = target.source
    heads = [source.span(value if key is None else key)[0] for key, value in zip(node.keys, node.values, strict=True)]
    heads = [at if key else source.text.rindex("**", 0, at) for key, at in zip(node.keys, heads, strict=True)]
    ends = [source.span(value)[1] for value in node.values]
    pieces = [source.text[start:end] for start, end in zip(heads, ends, strict=True)]
    pieces = [*pieces[1:], pieces[0]] if node.keys[0] is None else [pieces[-1], *pieces[:-1]]
    gaps = [*(source.text[end:start] for end, start in zip(ends, heads[1:], strict=False)), ""]
    text = "".join(piece + gap for piece, gap in zip(pieces, gaps, strict=True))
    return target.splice(heads[0], ends[-1], text, "arguments.swapped", 0.4, "which one wins")
