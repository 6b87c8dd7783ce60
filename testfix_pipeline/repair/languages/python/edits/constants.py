"""Wrong numbers: other ones near them or of the other sign, off by one, bounds of ranges."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.languages.python.edits.operators import ORDERINGS
from testfix_pipeline.repair.languages.python.source import Function, SourceFile
from testfix_pipeline.repair.remembered import remembered

KNOWN = frozenset({7, 10, 12, 24, 26, 52, 60, 64, 90, 100, 128, 180, 255, 256, 360, 365, 400, 1000, 1024, 3600, 86400})
"""Units and sizes: one more or less is seldom meant."""
NUMBERING = ("range", "enumerate")
UNLIKE = 0.7
"""How likely an index is another one than those that the statement uses of other things."""


def numbers(target: Target) -> Iterator[Edit]:
    for node in target.expressions(ast.Constant):
        assert isinstance(node, ast.Constant)
        if isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
            parent = target.source.parents[node]
            signed = isinstance(parent, ast.UnaryOp)
            if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub) and node.value == 1:
                yield target.replace(parent, "0", "constant", 0.6, f"{target.text(parent)} -> 0")
            for value, prior in _near(node.value):
                if not (signed and value.startswith(("0", "-"))) and not (value == "0" and _cuts_only(parent, node)):
                    kind = "known-size-by-one" if _is_by_one(node.value, value) else "constant"
                    share = _as_index(target, parent, node, value)
                    yield target.replace(node, value, kind, prior * share, f"{target.text(node)} -> {value}")


def _as_index(target: Target, parent: ast.AST, node: ast.expr, value: str) -> float:
    """1 for an index that the statement uses of something else (`a[1] - b[0]`), less for others beside such."""
    if not isinstance(parent, ast.Subscript) or parent.slice is not node:
        return 1.0
    subscripts = (one for one in target.expressions(ast.Subscript) if one is not parent)
    beside = {target.text(one.slice) for one in subscripts if isinstance(one, ast.Subscript)}
    return 1.0 if value in beside or beside <= {target.text(node)} else UNLIKE


def _cuts_only(parent: ast.AST, node: ast.expr) -> bool:
    """Whether it is the 1 of `rows[1:]`: nobody writes `rows[0:]`, but the rows themselves."""
    return isinstance(parent, ast.Slice) and parent.lower is node and parent.upper is None and parent.step is None


def _is_by_one(value: int | float, new: str) -> bool:
    """Whether a known unit or size is made one more or one less: that pleases tests more often than it is right."""
    return abs(value) in KNOWN and new in (repr(value + 1), repr(value - 1))


def _near(value: int | float) -> Iterator[tuple[str, float]]:
    seen = {repr(value)}
    if isinstance(value, int):
        by_one = 0.2 if abs(value) in KNOWN else 0.8
        near: list[tuple[int | float, float]] = [(value + 1, by_one), (value - 1, by_one)]
        near += [(0, 0.4), (1, 0.4), (-value, 0.4)]
        near += [(value * 2, 0.15), (value // 2, 0.15), (value * 10, 0.15), (value // 10, 0.15), (2, 0.15)]
        near += [(value * 100, 0.1), (value * 60, 0.1), (value * 1000, 0.08)]
    else:
        near = [(value + 1, 0.3), (value - 1, 0.3), (-value, 0.3), (1 - value, 0.3), (0.0, 0.3), (1.0, 0.3)]
        near += [(value * 10, 0.3), (value / 10, 0.3), (value * 2, 0.15), (value / 2, 0.15), (value / 100, 0.1)]
    for new, prior in near:
        text = f"{new:g}" if isinstance(new, float) and float(f"{new:g}") == new else repr(new)
        text = text + ".0" if isinstance(new, float) and text.lstrip("-").isdigit() else text
        if text not in seen:
            seen.add(text)
            yield text, prior


def off_by_one(target: Target) -> Iterator[Edit]:
    """`+ 1` and `- 1` where a position, bound or count is used or returned; and such a correction taken away."""
    for node in target.expressions(ast.Name, ast.Attribute, ast.Call, ast.BinOp, ast.Subscript):
        if isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            continue
        parent = target.source.parents[node]
        corrected = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)) and _is_one(node.right)
        if corrected:
            assert isinstance(node, ast.BinOp)
            inside = isinstance(parent, (ast.BinOp, ast.UnaryOp)) or getattr(parent, "value", None) is node
            text = wrapped(target, node.left) if inside else target.text(node.left)
            yield target.replace(node, text, "correction-dropped", 0.7, target.text(node))
        elif prior := _bound_prior(target, node):
            text = target.text(node) if _additive(node) else wrapped(target, node)
            form = "({})" if isinstance(parent, ast.BinOp) else "{}"
            yield target.replace(node, form.format(f"{text} + 1"), "off.by-one", prior, "+ 1")
            yield target.replace(node, form.format(f"{text} - 1"), "off.by-one", prior, "- 1")


def _is_one(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1 and node.value is not True


def _additive(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and not isinstance(node.op, (ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr))


def _bound_prior(target: Target, node: ast.expr) -> float:
    parent = target.source.parents[node]
    if isinstance(parent, ast.Slice):
        return 0.6
    if isinstance(parent, ast.Subscript) and parent.slice is node:
        return 0.45
    if isinstance(parent, ast.Call) and node in parent.args:
        name = parent.func.id if isinstance(parent.func, ast.Name) else ""
        return {"range": 0.65, "enumerate": 0.3, "round": 0.2}.get(name, 0.12)
    if isinstance(parent, ast.Compare):
        ordered = any(isinstance(op, ORDERINGS) for op in parent.ops)
        return 0.4 if isinstance(node, ast.Call) and _is_count(node) else 0.3 if ordered else 0.15
    if isinstance(parent, ast.Return):
        return 0.0 if isinstance(node, ast.Call) and not _is_count(node) else 0.3
    if isinstance(parent, ast.BinOp):
        return _operand_prior(parent, node)
    if isinstance(parent, (ast.Assign, ast.AugAssign, ast.keyword)):
        return 0.15 if not isinstance(node, ast.Call) or _is_count(node) else 0.05
    if isinstance(parent, (ast.Tuple, ast.List, ast.Dict, ast.FormattedValue, ast.IfExp, ast.Yield, ast.AnnAssign)):
        returned = isinstance(target.source.parents[parent], ast.Return) and isinstance(node, ast.Name)
        return 0.2 if _is_number(target, node) else 0.1 if returned else 0.0
    return 0.0


def _is_number(target: Target, node: ast.expr) -> bool:
    """Whether it is a count, a difference, or something that the function counts with."""
    if isinstance(node, ast.Call):
        return _is_count(node)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Sub)
    return target.function is not None and target.text(node) in _counted(target.source, target.function)


@remembered(1024)
def _counted(source: SourceFile, function: Function) -> frozenset[str]:
    """What the function counts with: bounds of slices, variables of `range` and `enumerate`, what is set to a number or
    a length, or counted on by a number."""
    found: list[ast.expr | None] = []
    for node in ast.walk(function.node):
        if isinstance(node, ast.Slice):
            found += [node.lower, node.upper]
        elif isinstance(node, ast.AugAssign) and type(getattr(node.value, "value", None)) is int:
            found.append(node.target)
        elif isinstance(node, ast.Assign) and (
            type(getattr(node.value, "value", None)) is int or _is_length(node.value)
        ):
            found += node.targets
        elif (
            isinstance(node, (ast.For, ast.comprehension)) and last_name(getattr(node.iter, "func", None)) in NUMBERING
        ):
            found.append(node.target.elts[0] if isinstance(node.target, ast.Tuple) else node.target)
    return frozenset(source.segment(one) for one in found if isinstance(one, (ast.Name, ast.Attribute)))


def _is_length(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and called(node) in ("len", "count", "index", "find", "rfind")


def _operand_prior(parent: ast.BinOp, node: ast.expr) -> float:
    """Positions are counted from one or from nought where they are divided or are exponents. What is added up is
    corrected as a whole."""
    if isinstance(parent.op, (ast.Add, ast.Sub)):
        return 0.0
    if isinstance(parent.op, (ast.FloorDiv, ast.Mod)) and node is parent.left:
        return 0.45
    if isinstance(parent.op, ast.Pow) and node is parent.right:
        return 0.35
    return 0.15 if not isinstance(node, ast.Call) or _is_count(node) else 0.05


def _is_count(node: ast.Call) -> bool:
    return called(node) in {
        "len",
        "count",
        "index",
        "find",
        "rfind",
        "int",
        "round",
        "sum",
        "min",
        "max",
        "abs",
        "ceil",
        "floor",
    }


def ranges(target: Target) -> Iterator[Edit]:
    """A missing start, a dropped start, and the reversed walk of `range`."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if not (isinstance(node.func, ast.Name) and node.func.id == "range") or not node.args:
            continue
        texts = [target.text(argument) for argument in node.args]
        if len(texts) == 1:
            yield target.replace(node, f"range(1, {texts[0]})", "range", 0.4, "starts at 1")
            yield target.replace(node, f"range(1, {texts[0]} + 1)", "range", 0.35, "1..n")
        elif len(texts) == 2:
            yield target.replace(node, f"range({texts[1]})", "range", 0.25, "starts at 0")
            yield target.replace(node, f"range({texts[0]} + 1, {texts[1]} + 1)", "range", 0.15, "moved by one")
        yield target.replace(node, f"reversed({target.text(node)})", "range", 0.1, "reversed")
