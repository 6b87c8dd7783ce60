"""Makes mutants of a function: small faults that a test should notice."""

from __future__ import annotations

import ast
import copy
import functools
import types
from collections.abc import Iterator, Sequence
from typing import Any

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
_OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


def evenly(function: ast.AST, most: int) -> list[tuple[int, int]]:
    """The places and the numbers of changes of at most `most` mutants, spread evenly over the body."""
    places = list(changeable_nodes(function))
    wanted = [(position, change) for position, changes in enumerate(places) for change in range(len(changes[1]))]
    if len(wanted) > most:
        wanted = [wanted[number * len(wanted) // most] for number in range(most)]
    return wanted


def mutated(function: Any, position: int, change: int) -> tuple[Any, str]:
    """A mutant of a function, without its decorators, and its name: the place and the change."""
    function = copy.deepcopy(function)
    function.decorator_list = []
    node, changes = list(changeable_nodes(function))[position]
    name, new = changes[change]
    line = getattr(node, "lineno", function.lineno)
    column = getattr(node, "col_offset", 0) + 1
    NodeReplacer(node, new).visit(function)
    return function, "%d:%d %s" % (line, column, name)


def code_at(code: Any, path: Sequence[str]) -> Any:
    """The code object of a function by the names of its classes and its own, in the code of a module."""
    for name in path:
        code = next(one for one in code.co_consts if isinstance(one, types.CodeType) and one.co_name == name)
    return code


def changeable_nodes(function: Any) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the nodes of a body that can be changed, with names and replacements of the changes, in a fixed order."""
    for statement in function.body:
        for node in _observable_nodes(statement):
            changes = list(_changes(node))
            if changes:
                yield node, changes


def _observable_nodes(statement: Any) -> Iterator[Any]:
    """Yield the nodes whose change a caller could notice, without docstrings, annotations and exception messages."""
    if isinstance(statement, ast.Raise):
        return
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return
    yield statement
    if isinstance(statement, ast.JoinedStr):  # its parts are not texts of their own
        for part in statement.values:
            if isinstance(part, ast.FormattedValue):
                yield from _observable_nodes(part.value)
        return
    for name, value in ast.iter_fields(statement):
        if name in ("annotation", "returns", "decorator_list", "msg"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _observable_nodes(child)


def _changes(node: Any) -> Iterator[Any]:
    if isinstance(node, ast.Compare):
        for position, operator in enumerate(node.ops):
            for other in _COMPARISONS[type(operator)]:
                operators = [*node.ops[:position], other(), *node.ops[position + 1 :]]
                yield f"{type(operator).__name__} -> {other.__name__}", with_fields(node, ops=operators)
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in _OPERATORS:
        made = _OPERATORS[type(node.op)]
        yield f"{type(node.op).__name__} -> {made.__name__}", with_fields(node, op=made())
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"{type(node.op).__name__} -> {type(other).__name__}", with_fields(node, op=other)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield f"without {type(node.op).__name__}", node.operand
    elif isinstance(node, ast.Constant):
        yield from _constant_changes(node)
    elif isinstance(node, ast.JoinedStr):
        yield "text longer", with_fields(node, values=[*node.values, ast.Constant("X")])
    elif isinstance(node, ast.Return):
        if node.value is not None and ast.unparse(node.value) != "None":
            yield "return None", with_fields(node, value=ast.Constant(None))
    elif isinstance(node, (ast.If, ast.IfExp)):
        yield "condition negated", with_fields(node, test=ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "call removed", ast.Pass()
    elif isinstance(node, (ast.Continue, ast.Break)):
        yield f"{type(node).__name__} removed", ast.Pass()


def with_fields(node: Any, **fields: object) -> Any:
    """A copy of a node with other values of some fields."""
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _constant_changes(node: Any) -> Iterator[Any]:
    value = node.value
    others: list[Any] = []
    if isinstance(value, bool):
        others = [not value]
    elif isinstance(value, (int, float)):
        others = [value + 1, *([value - 1] if isinstance(value, int) and value > 0 else [])]
    elif isinstance(value, str):
        others = [f"{value}X"]
    for other in others:
        yield f"{value!r} -> {other!r}", ast.Constant(other)


class NodeReplacer(ast.NodeTransformer):
    """Replaces a node by another one."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old = old
        self._new = new

    def visit(self, node: ast.AST) -> Any:
        return ast.copy_location(self._new, node) if node is self._old else self.generic_visit(node)


# -- of live functions -------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=None)
def _module(path: str) -> Any:
    with open(path, "rb") as file:
        return ast.parse(file.read())


def mutant_places(function: Any, most: int) -> dict[str, tuple[int, int]]:
    """The names of a function's mutants, at most so many, with what `mutant_code` needs to make them.

    Functions inside of others have none: their code depends on what is around them.
    """
    node = _definition(function)
    if node is None:
        return {}
    return {mutated(node, *place)[1]: place for place in evenly(node, most)}


def mutant_code(function: Any, place: tuple[int, int]) -> Any:
    """The code of a mutant; None where it needs other variables from outside than the function has."""
    node, _ = mutated(_definition(function), *place)
    owner = function.__qualname__.rpartition(".")[0].rpartition(".")[2]
    body = ast.ClassDef(owner, bases=[], keywords=[], body=[node], decorator_list=[], type_params=[]) if owner else node
    tree = _module(function.__code__.co_filename)
    futures = [one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
    made = ast.fix_missing_locations(ast.Module([*futures, body], type_ignores=[]))
    module = compile(made, function.__code__.co_filename, "exec", dont_inherit=True)
    found = code_at(module, [owner, node.name] if owner else [node.name])
    return found if found.co_freevars == function.__code__.co_freevars else None


def _definition(function: Any) -> Any:
    code = function.__code__
    if "<locals>" in function.__qualname__:
        return None
    try:
        nodes = ast.walk(_module(code.co_filename))
    except (OSError, SyntaxError, ValueError):
        return None
    named = (one for one in nodes if isinstance(one, _FUNCTIONS) and one.name == code.co_name)
    first = code.co_firstlineno
    return next((one for one in named if first in [one.lineno, *(each.lineno for each in one.decorator_list)]), None)
