"""Edits of operands: others held together, one completed as the one before it, a second key of an order."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from testfix_pipeline.core.python_code import expression_or_none, names_in
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import local_names
from testfix_pipeline.repair.model.regrouping import Operand, other_groups

KIND = "operands.regrouped"
_OF_ACCESSES = ("AttributeError", "KeyError", "TypeError")
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


def propose_grouped(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes another sign between two of several operands, which stay together: `(a or b) and c`."""
    for node in target.expressions(ast.BoolOp):
        assert isinstance(node, ast.BoolOp)
        word = "or" if isinstance(node.op, ast.And) else "and"
        for one, other in itertools.pairwise(node.values) if len(node.values) > 2 else ():
            start, end = target.source.span(one)[0], target.source.span(other)[1]
            text = f"({target.text(one)} {word} {target.text(other)})"
            yield target.splice(start, end, text, "operator.grouped", 0.7, text)


def propose_ranges(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a range that goes in steps, or ends where a whole part still fits: by the parameters."""
    if target.function is None:
        return
    given = [one.arg for one in target.function.node.args.args if one.arg != "self"]
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if isinstance(node.func, ast.Name) and node.func.id == "range" and len(node.args) in (1, 2):
            stop = node.args[-1]
            start = target.text(node.args[0]) if len(node.args) == 2 else "0"
            for name in given if target.source.is_real(stop) else ():
                if name not in names_in(stop):
                    yield target.replace(node, f"range({start}, {target.text(stop)}, {name})", "range.stepped", 0.4)
                    yield target.replace(stop, f"{target.text(stop)} - {name} + 1", "range.fitting", 0.4)


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


def propose_accesses(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `x["name"]` for `x.name`, the reverse, and `x[name]` or `getattr(x, name)` by a variable."""
    local, prior = local_names(target), 0.6 if target.crash() in _OF_ACCESSES else 0.2
    for node in target.expressions(ast.Attribute, ast.Subscript):
        if isinstance(node, ast.Attribute) and target.text(node.value) != "self" and not target.source.is_called(node):
            owner = target.text(node.value)
            yield target.replace(node, f'{owner}["{node.attr}"]', "access", prior)
            if node.attr in local and isinstance(node.ctx, ast.Load):
                yield target.replace(node, f"{owner}[{node.attr}]", "access", 0.5)
                yield target.replace(node, f"getattr({owner}, {node.attr})", "access", 0.4)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            key = node.slice.value
            if isinstance(key, str) and key.isidentifier() and not isinstance(node.value, ast.Constant):
                yield target.replace(node, f"{target.text(node.value)}.{key}", "access", prior)


def propose_second_keys(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to order what is alike by itself: `key=lambda name: (-count[name], name)`."""
    for node in target.expressions(ast.Lambda):
        assert isinstance(node, ast.Lambda)
        keyword = target.source.parents[node]
        if isinstance(keyword, ast.keyword) and keyword.arg == "key" and len(node.args.args) == 1:
            name = node.args.args[0].arg
            yield target.replace(node.body, f"({target.text(node.body)}, {name})", "ordered-by-all", 0.4, name)
