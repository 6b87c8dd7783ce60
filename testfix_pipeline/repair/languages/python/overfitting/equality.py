"""Whether a patch bends what equality means: then objects that differ pass for equal, and a failing test is pleased."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import root
from testfix_pipeline.repair.languages.python.analysis.scope import stored_names
from testfix_pipeline.repair.languages.python.source import functions


def bent(old: ast.Module, new: ast.Module) -> bool:
    """Whether an `__eq__` asks for something else than that parts are equal, and for no more parts than before, or is
    content without any that are, or compares a part with itself."""
    unlike = _inequalities(new) > _inequalities(old) and _equalities(new) <= _equalities(old)
    blind = _same_twice(new) > _same_twice(old)
    return unlike or blind or _lax(new) > _lax(old) or (_compares(old) and not _compares(new))


def _in_equality(tree: ast.Module) -> Iterator[ast.AST]:
    return (node for one in functions(tree) if one.name == "__eq__" for node in ast.walk(one))


def _equalities(tree: ast.Module) -> int:
    found = (op for node in _in_equality(tree) if isinstance(node, ast.Compare) for op in node.ops)
    return sum(isinstance(op, (ast.Eq, ast.Is)) for op in found)


def _compares(tree: ast.Module) -> bool:
    """Whether an `__eq__` compares with anything but None."""
    found = (node for node in _in_equality(tree) if isinstance(node, ast.Compare))
    return any(not (isinstance(right := node.comparators[0], ast.Constant) and right.value is None) for node in found)


def _inequalities(tree: ast.Module) -> int:
    """Where an `__eq__` compares parts for something else than equality, or answers the opposite of that."""
    guards = {id(test) for test in _refusing(tree)}
    return sum((_is_unlike(node) and id(node) not in guards) or _is_opposite(node) for node in _in_equality(tree))


def _refusing(tree: ast.Module) -> Iterator[ast.AST]:
    """The conditions, one by one, under which an `__eq__` says no at once: to ask there for `!=` is to ask for `==`."""
    for node in _in_equality(tree):
        if isinstance(node, ast.If) and _answers(node.body[0], False):
            tests = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
            yield from (t for t in tests if isinstance(t, ast.Compare) and isinstance(t.ops[0], ast.NotEq))


def _answers(stmt: ast.stmt, truth: bool) -> bool:
    return isinstance(stmt, ast.Return) and isinstance(stmt.value, ast.Constant) and stmt.value.value is truth


def _is_unlike(node: ast.AST) -> bool:
    """`self.a < other.a`, or tuples of such; not `abs(self.a - other.a) < LIMIT`."""
    if not isinstance(node, ast.Compare) or not all(map(_is_part, (node.left, *node.comparators))):
        return False
    return any(isinstance(op, (ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)) for op in node.ops)


def _is_part(side: ast.expr) -> bool:
    return all(map(_is_part, side.elts)) if isinstance(side, (ast.Tuple, ast.List)) else bool(root(side))


def _is_opposite(node: ast.AST) -> bool:
    if not isinstance(node, ast.Return) or not isinstance(node.value, ast.UnaryOp):
        return False
    compared = any(isinstance(part, ast.Compare) for part in ast.walk(node.value))
    return isinstance(node.value.op, ast.Not) and compared


def _lax(tree: ast.Module) -> int:
    """Answers of an `__eq__` for which the type of the other is enough, or that it is something at all."""
    made = stored_names(ast.Module([one for one in functions(tree) if one.name == "__eq__"], []))
    answers = (node.value for node in _in_equality(tree) if isinstance(node, ast.Return) and node.value is not None)
    lax = sum(
        _is_type(answer) or (_is_whole(answer) and root(answer) not in made) or _is_enough(answer) for answer in answers
    )
    return lax + sum(_is_yes_for_type(node) for node in _in_equality(tree))


def _is_yes_for_type(node: ast.AST) -> bool:
    """`if isinstance(other, P): return True`."""
    return isinstance(node, ast.If) and _is_type(node.test) and _answers(node.body[0], True)


def _is_type(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance"


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute)) and getattr(node, "id", "") != "NotImplemented"


def _is_enough(node: ast.expr) -> bool:
    """Whether one of several things is enough: the type, or that some of the parts are equal and not all that count, or
    something else than that any are, beside the same object and what a call says."""
    if not isinstance(node, ast.BoolOp) or not isinstance(node.op, ast.Or):
        return False
    parts = [(set(_equal_parts(value)), value) for value in node.values]
    every: set[str] = set().union(*(found for found, _ in parts))
    some = any(found and found != every for found, _ in parts)
    return some or any(_is_type(value) or (every and not found and _asks_else(value)) for found, value in parts)


def _asks_else(value: ast.expr) -> bool:
    """Whether a condition can hold for objects of which nothing is the same: `other is not None`, `self.unit`."""
    same = isinstance(value, ast.Compare) and isinstance(value.ops[0], (ast.Is, ast.Eq))
    constant = isinstance(value, ast.Compare) and isinstance(value.comparators[0], ast.Constant)
    return (not same or constant) and not any(isinstance(one, ast.Call) for one in ast.walk(value))


def _equal_parts(value: ast.expr) -> Iterator[str]:
    """The attributes that a condition compares for equality."""
    yield from (left.attr for left, _ in _pairs(ast.walk(value)) if isinstance(left, ast.Attribute))


def _pairs(nodes: Iterator[ast.AST]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is compared for equality, tuples part by part."""
    for node in nodes:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq):
            left, right = node.left, node.comparators[0]
            if isinstance(left, ast.Tuple) and isinstance(right, ast.Tuple):
                yield from zip(left.elts, right.elts, strict=False)
            else:
                yield left, right


def _same_twice(tree: ast.Module) -> int:
    """How many parts an `__eq__` compares with themselves."""
    return sum(ast.dump(left) == ast.dump(right) for left, right in _pairs(_in_equality(tree)))
