"""Formulas of which a part was left out: the root of squares, the beginning of a scale, the part of a larger unit, the
place of a bit."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

ROOT, SCALE, PART, NOUGHT, BIT = 0.4, 0.4, 0.35, 0.25, 0.4
LARGER = {
    "60": ("60", "24"),
    "3600": ("24",),
    "1000": ("1000", "60"),
    "100": ("100",),
    "24": ("7", "24"),
    "60000": ("60",),
}
"""After how many units the next larger one is full."""
KIND = "formula-completed"
BACK = 0.5
DIVISIBLE = 0.3


def completed(target: Target) -> Iterator[Edit]:
    """The whole formulas that an operation may be a part of."""
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        ways = (_roots, _scales, _parts, _bits, _back_in_place, _rests)
        for text, prior in (found for way in ways for found in way(target, node)):
            parent = target.source.parents[node]
            inside = isinstance(parent, (ast.BinOp, ast.UnaryOp, ast.Attribute, ast.Compare, ast.BoolOp))
            yield target.replace(node, f"({text})" if inside else text, KIND, prior, text[:50])


def _roots(target: Target, node: ast.BinOp) -> Iterator[tuple[str, float]]:
    """`(a ** 2 + b ** 2) ** 0.5`, also of what is divided."""
    parent = target.source.parents[node]
    if "** 2" in target.text(node) and isinstance(parent, (ast.Return, ast.Assign, ast.IfExp, ast.Lambda)):
        yield f"({target.text(node)}) ** 0.5", ROOT


def _scales(target: Target, node: ast.BinOp) -> Iterator[tuple[str, float]]:
    """`(x - low) / (high - low)` for `x / (high - low)`."""
    span = node.right
    if isinstance(node.op, (ast.Div, ast.FloorDiv)) and isinstance(span, ast.BinOp) and isinstance(span.op, ast.Sub):
        low, given = wrapped(target, span.right), wrapped(target, node.left)
        sign = "/" if isinstance(node.op, ast.Div) else "//"
        if low not in target.text(node.left):
            yield f"({given} - {low}) {sign} {wrapped(target, span)}", SCALE


def _parts(target: Target, node: ast.BinOp) -> Iterator[tuple[str, float]]:
    """`seconds // 60 % 60` and `seconds % 3600 // 60` for `seconds // 60`; `hour % 12 or 12`."""
    size = target.text(node.right)
    if isinstance(target.source.parents[node], ast.BinOp) or not isinstance(node.right, ast.Constant):
        return
    if isinstance(node.op, ast.FloorDiv):
        for rank, larger in enumerate(LARGER.get(size, ())):
            yield f"{target.text(node)} % {larger}", PART / (1 + 0.4 * rank)
    elif isinstance(node.op, ast.Mod) and isinstance(node.right.value, int):
        yield f"{target.text(node)} or {size}", NOUGHT


def _back_in_place(target: Target, node: ast.BinOp) -> Iterator[tuple[str, float]]:
    """`(ord(c) - first + by) % 26 + first` for the same without its end: what was taken off comes on again."""
    parent = target.source.parents[node]
    if not isinstance(node.op, ast.Mod) or (isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add)):
        return
    for one in ast.walk(node.left):
        if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Sub) and not isinstance(one.right, ast.BinOp):
            yield f"{target.text(node)} + {target.text(one.right)}", BACK


def _rests(target: Target, node: ast.BinOp) -> Iterator[tuple[str, float]]:
    """`total % 11 == 0` for `total % 11`; `(10 - total % 10) % 10`, which is no 10; `b * b % m` where the function
    takes everything else modulo `m`."""
    parent, text = target.source.parents[node], target.text(node)
    if isinstance(node.op, ast.Mod) and isinstance(parent, (ast.Return, ast.Assign)) and not _is_text(node.left):
        yield f"{text} == 0", DIVISIBLE
        yield f"{text} != 0", DIVISIBLE / 2
    rest = node.right
    of_rest = isinstance(node.op, ast.Sub) and isinstance(rest, ast.BinOp) and isinstance(rest.op, ast.Mod)
    if of_rest and target.text(rest.right) == target.text(node.left):  # type: ignore[attr-defined]
        yield f"({text}) % {target.text(node.left)}", BACK
    if isinstance(node.op, (ast.Mult, ast.Add, ast.Pow)) and isinstance(parent, (ast.Return, ast.Assign)):
        for size in _moduli(target.source, target.function) if target.function is not None else ():
            whole = text if isinstance(node.op, (ast.Mult, ast.Pow)) else f"({text})"
            yield f"{whole} % {size}", BACK


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or isinstance(getattr(node, "value", None), (str, bytes))


@remembered(256)
def _moduli(source: SourceFile, function: Function) -> list[str]:
    """What the function takes other operations modulo."""
    nodes = ast.walk(function.node)
    found = [one.right for one in nodes if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Mod)]
    return list(dict.fromkeys(source.segment(one) for one in found if isinstance(one, (ast.Name, ast.Attribute))))[:2]


def _bits(target: Target, node: ast.BinOp) -> Iterator[tuple[str, float]]:
    """`flags & (1 << at)` for `flags & at`, `flags & ~mask`, and `colour >> 16 & 255`, with the masks of the file."""
    left, right = target.text(node.left), wrapped(target, node.right)
    if isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.BitXor)):
        sign = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}[type(node.op)]
        if isinstance(node.right, ast.Name):
            yield f"{left} {sign} (1 << {right})", BIT
        if sign == "&" and not isinstance(node.right, (ast.UnaryOp, ast.Constant)):
            yield f"{left} & ~{right}", BIT
    elif isinstance(node.op, ast.RShift) and not isinstance(target.source.parents[node], ast.BinOp):
        masks = [one for one in ("255", "0xFF", "0xff", "15", "0xF", "1") if f"& {one}" in target.source.text]
        for rank, mask in enumerate(masks or ["1"]):
            yield f"{target.text(node)} & {mask}", BIT / (1 + 0.3 * rank)
