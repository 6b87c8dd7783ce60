"""Whether a patch weakens an `__eq__`, so that unequal objects compare equal and a failing test passes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import root
from testfix_pipeline.core.python_code import stored_names
from testfix_pipeline.repair.languages.python.source import functions


def weakens_equality(old: ast.Module, new: ast.Module) -> bool:
    """Whether a patch makes an `__eq__` laxer: it replaces equality by another comparison, compares a part with itself,
    accepts objects without comparing enough of their parts, or no longer compares anything."""
    has_other_comparison = _count_other_comparisons(new) > _count_other_comparisons(
        old
    ) and _count_equality_comparisons(new) <= _count_equality_comparisons(old)
    has_self_comparison = _count_self_comparisons(new) > _count_self_comparisons(old)
    return (
        has_other_comparison
        or has_self_comparison
        or _count_unconditional_values(new) > _count_unconditional_values(old)
        or (_compares_parts(old) and not _compares_parts(new))
    )


def _nodes_of_equality_methods(tree: ast.Module) -> Iterator[ast.AST]:
    return (node for one in functions(tree) if one.name == "__eq__" for node in ast.walk(one))


def _count_equality_comparisons(tree: ast.Module) -> int:
    found = (op for node in _nodes_of_equality_methods(tree) if isinstance(node, ast.Compare) for op in node.ops)
    return sum(isinstance(op, (ast.Eq, ast.Is)) for op in found)


def _compares_parts(tree: ast.Module) -> bool:
    """Whether an `__eq__` compares with anything but None."""
    found = (node for node in _nodes_of_equality_methods(tree) if isinstance(node, ast.Compare))
    return any(not (isinstance(right := node.comparators[0], ast.Constant) and right.value is None) for node in found)


def _count_other_comparisons(tree: ast.Module) -> int:
    """The number of places where an `__eq__` compares parts other than for equality, or returns the negation of a
    comparison."""
    guards = {id(test) for test in _inequality_guards(tree)}
    return sum(
        (_is_other_comparison(node) and id(node) not in guards) or _returns_negated_comparison(node)
        for node in _nodes_of_equality_methods(tree)
    )


def _inequality_guards(tree: ast.Module) -> Iterator[ast.AST]:
    """Yields the `!=` comparisons under which an `__eq__` returns False at once: they check equality in disguise."""
    for node in _nodes_of_equality_methods(tree):
        if isinstance(node, ast.If) and _returns_constant(node.body[0], False):
            tests = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
            yield from (t for t in tests if isinstance(t, ast.Compare) and isinstance(t.ops[0], ast.NotEq))


def _returns_constant(stmt: ast.stmt, truth: bool) -> bool:
    return isinstance(stmt, ast.Return) and isinstance(stmt.value, ast.Constant) and stmt.value.value is truth


def _is_other_comparison(node: ast.AST) -> bool:
    """Whether a node compares parts other than for equality: `self.a < other.a`, or tuples of such; not `abs(self.a -
    other.a) < LIMIT`."""
    if not isinstance(node, ast.Compare) or not all(map(_is_part, (node.left, *node.comparators))):
        return False
    return any(isinstance(op, (ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)) for op in node.ops)


def _is_part(side: ast.expr) -> bool:
    """Whether an expression is an attribute or element of a variable, or a tuple of such."""
    return all(map(_is_part, side.elts)) if isinstance(side, (ast.Tuple, ast.List)) else bool(root(side))


def _returns_negated_comparison(node: ast.AST) -> bool:
    """Whether a node returns the negation of a comparison."""
    if not isinstance(node, ast.Return) or not isinstance(node.value, ast.UnaryOp):
        return False
    compared = any(isinstance(part, ast.Compare) for part in ast.walk(node.value))
    return isinstance(node.value.op, ast.Not) and compared


def _count_unconditional_values(tree: ast.Module) -> int:
    """The number of return values of an `__eq__` that are true for any object, or for any object of the right type."""
    stored = stored_names(node for one in functions(tree) if one.name == "__eq__" for node in ast.walk(one))
    values = (
        node.value
        for node in _nodes_of_equality_methods(tree)
        if isinstance(node, ast.Return) and node.value is not None
    )
    lax = sum(
        _is_type_check(value)
        or (_is_plain_reference(value) and root(value) not in stored)
        or _has_weak_alternative(value)
        for value in values
    )
    return lax + sum(_returns_true_for_type(node) for node in _nodes_of_equality_methods(tree))


def _returns_true_for_type(node: ast.AST) -> bool:
    """`if isinstance(other, P): return True`."""
    return isinstance(node, ast.If) and _is_type_check(node.test) and _returns_constant(node.body[0], True)


def _is_type_check(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance"


def _is_plain_reference(node: ast.expr) -> bool:
    """Whether an expression is a plain variable or attribute, so that only its truth counts."""
    return isinstance(node, (ast.Name, ast.Attribute)) and getattr(node, "id", "") != "NotImplemented"


def _has_weak_alternative(node: ast.expr) -> bool:
    """Whether an `or` accepts objects too easily: one alternative is a type check, compares only some of the parts that
    the others compare, or compares no part, is no identity check and has no call."""
    if not isinstance(node, ast.BoolOp) or not isinstance(node.op, ast.Or):
        return False
    parts = [(set(_equal_parts(value)), value) for value in node.values]
    all_parts: set[str] = set().union(*(found for found, _ in parts))
    some = any(found and found != all_parts for found, _ in parts)
    return some or any(
        _is_type_check(value) or (all_parts and not found and _holds_for_unrelated_objects(value))
        for found, value in parts
    )


def _holds_for_unrelated_objects(value: ast.expr) -> bool:
    """Whether a condition can hold for objects that have nothing in common: `other is not None`, `self.unit`."""
    same = isinstance(value, ast.Compare) and isinstance(value.ops[0], (ast.Is, ast.Eq))
    constant = isinstance(value, ast.Compare) and isinstance(value.comparators[0], ast.Constant)
    return (not same or constant) and not any(isinstance(one, ast.Call) for one in ast.walk(value))


def _equal_parts(value: ast.expr) -> Iterator[str]:
    """Yields the attributes that a condition compares for equality."""
    yield from (left.attr for left, _ in _compared_pairs(ast.walk(value)) if isinstance(left, ast.Attribute))


def _compared_pairs(nodes: Iterator[ast.AST]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yields the two sides of every equality comparison; tuples are taken apart."""
    for node in nodes:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq):
            left, right = node.left, node.comparators[0]
            if isinstance(left, ast.Tuple) and isinstance(right, ast.Tuple):
                yield from zip(left.elts, right.elts, strict=False)
            else:
                yield left, right


def _count_self_comparisons(tree: ast.Module) -> int:
    """The number of parts that an `__eq__` compares with themselves."""
    return sum(ast.dump(left) == ast.dump(right) for left, right in _compared_pairs(_nodes_of_equality_methods(tree)))
