"""Producers that replace an expression by one of its parts, or remove one part."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.operators import as_boolean_operand
from testfix_pipeline.repair.languages.python.ingredients.priors import prior
from testfix_pipeline.repair.languages.python.ingredients.slots import slots

PART, DROPPED = "shrink.part", "shrink.dropped"


def keep_part(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `a` for `a + b`, `x` for `f(x)` and for `x.strip()`, a branch for an `if`-expression."""
    for slot in slots(target):
        for rank, part in enumerate(_parts(slot.node)):
            yield slot.put(target.text(part), PART, rank)
    for node in target.expressions(ast.Attribute):
        if target.source.is_called(node) and isinstance(node, ast.Attribute):
            yield from _shorten_receiver(target, node)


def _shorten_receiver(target: PythonEditSite, node: ast.Attribute) -> Iterator[Edit]:
    """Yields `x.f(y)` for `x.g().f(y)` and `x.y.f()`: the receiver without its last link."""
    inner = node.value
    if isinstance(inner, ast.Attribute):
        yield target.replace(inner, target.text(inner.value), PART, prior(1), target.text(inner.value)[:40])


def _parts(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.Call():
            receiver = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            return [*(one for one in node.args if not isinstance(one, ast.Starred)), *receiver]
        case ast.BinOp():
            return [node.left, node.right]
        case ast.BoolOp():
            return list(node.values)
        case ast.UnaryOp():
            return [node.operand]
        case ast.IfExp():
            return [node.body, node.orelse]
        case ast.Subscript() | ast.Attribute() | ast.Await():
            return [node.value]
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.Tuple() | ast.List() | ast.Set() if len(node.elts) == 1:
            return list(node.elts)
        case ast.ListComp() | ast.GeneratorExp() if len(node.generators) == 1:
            return [node.generators[0].iter]
    return []


def drop_part(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to remove an argument, element, entry, keyword, operand of `and`/`or`, bound of a slice, or `if` of a
    comprehension."""
    for node in target.nodes:
        for group in _groups(node):
            count = len(group)
            for at, part in enumerate(group):
                span = _with_comma(target, group, at)
                if span is not None:
                    note = f"without `{target.text(part)[:40]}`"
                    yield target.splice(*span, "", DROPPED, prior(count - 1 - at), note)
        if isinstance(node, ast.Dict):
            yield from _drop_entries(target, node)
        if isinstance(node, ast.Slice) and target.source.is_real(node):
            for bound in filter(None, (node.lower, node.upper, node.step)):
                yield target.replace(bound, "", DROPPED, prior(0), f"without `{target.text(bound)[:40]}`")
        if isinstance(node, ast.comprehension):
            for one in node.ifs:
                yield from _drop_condition(target, one)
    yield from _drop_operands(target)


def _drop_entries(target: PythonEditSite, node: ast.Dict) -> Iterator[Edit]:
    """Yields a dictionary display without one of its entries."""
    span = target.source.span
    starts = [span(key)[0] for key in node.keys if key is not None]
    if len(starts) < len(node.values):
        return  # `**others` has no key
    for at, (start, value) in enumerate(zip(starts, node.values, strict=True)):
        last = at + 1 == len(starts)
        begin = span(node.values[at - 1])[1] if last and at else start
        end = span(value)[1] if last else starts[at + 1]
        note = f"without `{target.source.text[start : start + 40]}`"
        yield target.splice(begin, end, "", DROPPED, prior(len(starts) - 1 - at), note)


def _groups(node: ast.AST) -> Iterator[Sequence[ast.AST]]:
    """Yields the parts of a node that commas separate."""
    if isinstance(node, ast.Call):
        arguments: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
        arguments.sort(key=lambda one: (one.lineno, one.col_offset))
        sole = len(arguments) == 1 and isinstance(arguments[0], ast.GeneratorExp)
        yield [] if sole else arguments
    elif isinstance(node, (ast.List, ast.Set)) or (isinstance(node, ast.Tuple) and len(node.elts) > 1):
        yield node.elts


def _with_comma(target: PythonEditSite, group: Sequence[ast.AST], at: int) -> tuple[int, int] | None:
    """The span of a part with the comma after it, or before the last one."""
    source = target.source
    if any(not _has_position(target, one) for one in group[max(0, at - 1) : at + 2]):
        return None
    start, end = source.span(group[at])
    if at + 1 < len(group):
        return start, source.span(group[at + 1])[0]
    return (source.span(group[at - 1])[1], end) if at else (start, end)


def _has_position(target: PythonEditSite, node: ast.AST) -> bool:
    inner = node.value if isinstance(node, ast.keyword) else node
    return isinstance(inner, ast.expr) and target.source.is_real(inner)


def _drop_condition(target: PythonEditSite, one: ast.expr) -> Iterator[Edit]:
    if target.source.is_real(one):
        end = target.source.span(one)[1]
        start = target.source.text.rfind("if", 0, target.source.span(one)[0])
        yield target.splice(start, end, "", DROPPED, prior(1), f"without `if {target.text(one)[:40]}`")


def _drop_operands(target: PythonEditSite) -> Iterator[Edit]:
    for node in target.expressions(ast.BoolOp):
        assert isinstance(node, ast.BoolOp)
        if len(node.values) > 2:
            word = " and " if isinstance(node.op, ast.And) else " or "
            for at in range(len(node.values)):
                rest = [as_boolean_operand(target, one) for one in node.values[:at] + node.values[at + 1 :]]
                rank = len(node.values) - 1 - at
                yield target.replace(node, word.join(rest), DROPPED, prior(rank), "an operand dropped")
