"""How results copied from tests look in Python; what compares too loosely is seen by a run (`testfix_witness.py`)."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress

from testfix_pipeline.core.code_view import PythonCode
from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.lifted_answers import AnswerSyntax, TableEntry, special_cases


def special_case(test_literals: Collection[Literal]) -> Callable[[ast.AST, PythonCode], bool]:
    """A rule: results copied from tests."""
    found: dict[int, set[int]] = {}

    def matches(node: ast.AST, code: PythonCode) -> bool:
        if id(code) not in found:
            found[id(code)] = {id(one) for one in special_cases(code.nodes, test_literals, _SYNTAX)}
        return id(node) in found[id(code)]

    return matches


def _line(node: ast.AST) -> tuple[list[Literal], list[Literal]]:
    """The constants that a result adds, and those that it subtracts from something."""
    value = node.value if isinstance(node, ast.Return) else None
    inner = [one for one in ast.walk(value) if isinstance(one, ast.BinOp)] if value is not None else []
    bases = [part for one in inner if isinstance(one.op, ast.Add) for part in (one.left, one.right)]
    starts = [one.right for one in inner if isinstance(one.op, ast.Sub) and _folded(one.left) is None]
    return _constants(bases), _constants(starts)


def _constants(nodes: Iterable[ast.AST]) -> list[Literal]:
    """The values of the nodes that have one."""
    return [one for one in map(_folded, nodes) if isinstance(one, str | bytes | int | float | complex)]


_OPERATIONS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}


def _folded(node: ast.AST) -> object:
    """The value of a constant, or of numbers that are calculated with; None for other code."""
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        left, right = _folded(node.left), _folded(node.right)
        if isinstance(left, int | float) and isinstance(right, int | float):
            with suppress(ArithmeticError):
                return _OPERATIONS[type(node.op)](left, right)
        return None
    return node.value if isinstance(node, ast.Constant) else None


def _entries(node: ast.AST) -> Iterator[TableEntry[ast.AST]]:
    """Yield the entries that an assignment puts into tables, and the keys of those that it makes."""
    for one in node.targets if isinstance(node, ast.Assign) else ():
        if isinstance(one, ast.Subscript) and _constants(ast.walk(one.slice)):
            yield TableEntry(ast.unparse(one.value), one.slice, node.value, node)  # type: ignore[attr-defined]
        made = node.value.keys if isinstance(node.value, ast.Dict) else []  # type: ignore[attr-defined]
        yield from (TableEntry(ast.unparse(one), key, None, node) for key in made if key and _constants([key]))


def _table(node: ast.AST) -> list[tuple[list[Literal], ast.AST]]:
    """The pairs of a literal that contains nothing else: `{"a": 1}`, `[("a", 1)]`."""
    entries = list(zip(node.keys, node.values, strict=True)) if isinstance(node, ast.Dict) else []
    if isinstance(node, ast.List | ast.Tuple | ast.Set) and all(isinstance(one, ast.Tuple) for one in node.elts):
        entries = [(one.elts[0], one.elts[1]) for one in node.elts if len(one.elts) == 2]  # type: ignore[attr-defined]
        entries = entries if len(entries) == len(node.elts) else []
    return [(_constants(ast.walk(key)) if key is not None else [], value) for key, value in entries]


def _branches(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield pairs of a condition and a result under it."""
    if isinstance(node, ast.If):
        for part in node.body:
            if isinstance(part, ast.Return | ast.Assign) and part.value is not None:
                yield node.test, part.value
    elif isinstance(node, ast.IfExp):
        yield node.test, node.body
    elif isinstance(node, ast.match_case):
        for part in node.body:
            if isinstance(part, ast.Return | ast.Assign) and part.value is not None:
                yield node.pattern, part.value
    elif isinstance(node, ast.Subscript | ast.Call):
        yield from _lookups(node)


def _lookups(node: ast.Subscript | ast.Call) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield the entries of a table literal that is looked up at once: `{1234: 5678}[n]`, `{...}.get(n)`."""
    holder = node.value if isinstance(node, ast.Subscript) else getattr(node.func, "value", None)
    if isinstance(holder, ast.Dict):
        yield from ((key, value) for key, value in zip(holder.keys, holder.values, strict=True) if key is not None)


_SYNTAX = AnswerSyntax[ast.AST](
    lambda node: _constants(ast.walk(node)), _branches, _table, line=_line, entries=_entries
)
