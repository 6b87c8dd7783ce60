"""Edits of operands: others held together, one completed as the one before it, a second key of an order."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from testfix_pipeline.core.python_code import expression_or_none
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.model.regrouping import Operand, other_groups

KIND = "operands.regrouped"
_OPERATIONS = (ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.UnaryOp)


def propose_other_groups(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes brackets around other operands, `a + 2 * (b + c)` for `a + 2 * b + c`, and the ones there left out."""
    source = target.source
    for node in target.expressions(*_OPERATIONS):
        start, end = source.span(node)
        is_part = isinstance(source.parents[node], _OPERATIONS)
        if is_part and target.is_in_parentheses(start, end):
            yield target.splice(start - 1, end + 1, source.text[start:end], KIND, 0.3, "brackets left out")
        elif is_part:
            continue
        operands = list(_operands(target, node, is_whole=True))
        groups = {source.span(one) for one in ast.walk(node) if isinstance(one, _OPERATIONS)}
        for first, last in other_groups(source.text, operands, groups):
            part = source.text[first:last]
            if expression_or_none(f"({part})") is not None:
                yield target.splice(first, last, f"({part})", KIND, 0.5, f"`({part})`")


def _operands(target: PythonEditSite, node: ast.expr, *, is_whole: bool = False) -> Iterator[Operand]:
    start, end = target.source.span(node)
    if not isinstance(node, _OPERATIONS) or (not is_whole and target.is_in_parentheses(start, end)):
        around = int(isinstance(node, _OPERATIONS))
        yield Operand((start - around,), end + around)
        return
    parts = [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)]
    found = [one for part in sorted(parts, key=target.source.span) for one in _operands(target, part)]
    if isinstance(node, ast.UnaryOp):
        found[0] = Operand((start, *found[0].starts), found[0].end)
    yield from found


def propose_completed_operands(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `x.endswith("a") or x.endswith("b")` for `x.endswith("a") or "b"`."""
    source = target.source
    for node in target.expressions(ast.BoolOp):
        assert isinstance(node, ast.BoolOp)
        for whole, part in itertools.pairwise(node.values):
            if not isinstance(part, ast.Constant):
                continue
            (start, end), text = source.span(whole), target.text(part)
            for one in ast.walk(whole):
                if isinstance(one, ast.Constant) and type(one.value) is type(part.value):
                    first, last = source.span(one)
                    new = source.text[start:first] + text + source.text[last:end]
                    yield target.replace(part, new, "operand.completed", 0.6, new)


def propose_second_keys(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to order what is alike by itself: `key=lambda name: (-count[name], name)`."""
    for node in target.expressions(ast.Lambda):
        assert isinstance(node, ast.Lambda)
        keyword = target.source.parents[node]
        if isinstance(keyword, ast.keyword) and keyword.arg == "key" and len(node.args.args) == 1:
            name = node.args.args[0].arg
            yield target.replace(node.body, f"({target.text(node.body)}, {name})", "ordered-by-all", 0.4, name)
