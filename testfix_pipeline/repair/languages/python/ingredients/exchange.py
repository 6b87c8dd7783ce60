"""The producer that swaps arguments, elements, operands or targets."""

from __future__ import annotations

import ast
import itertools
import operator
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called, root
from testfix_pipeline.core.python_code import names_in
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.edits.imports import top_level_imports
from testfix_pipeline.repair.languages.python.ingredients.priors import prior
from testfix_pipeline.repair.languages.python.ingredients.replace import functions_called

_EITHER_WAY = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)


def swap_parts(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to swap two arguments, elements, operands or targets of one node, neighbours first; last what a call
    passes to the parameters of the same names."""
    found: list[tuple[bool, ast.AST, ast.AST]] = []
    for node in target.nodes:
        parts = _parts(node)
        parameters = _parameters(target, node) if isinstance(node, ast.Call) and len(parts) > 1 else []
        pairs = ((one, other) for far in range(1, len(parts)) for one, other in zip(parts, parts[far:], strict=False))
        for one, other in itertools.islice(pairs, 10):
            real = all(not isinstance(part, ast.expr) or target.source.is_real(part) for part in (one, other))
            if real and target.text(one) != target.text(other):
                found.append((_is_as_named(node, parameters, one, other), one, other))
    for rank, (_, one, other) in enumerate(sorted(found, key=operator.itemgetter(0))):
        yield _swap(target, one, other, prior(rank))


def _swap(target: PythonEditSite, one: ast.AST, other: ast.AST, weight: float) -> Edit:
    (start, end), (first, last) = target.source.span(one), target.source.span(other)
    text = f"{target.text(other)}{target.source.text[end:first]}{target.text(one)}"
    return target.splice(start, last, text, "exchange.parts", weight, text[:50])


def _parameters(target: PythonEditSite, call: ast.Call) -> list[str]:
    """The parameters of the function of the project that a call passes its arguments to, by position.

    None for recursion, which may exchange them, and for functions of other modules, which only have the same name.
    """
    is_recursive = target.function is not None and called(call) == target.function.name
    is_elsewhere = root(call.func) in top_level_imports(target.source)
    if is_recursive or is_elsewhere or any(isinstance(argument, ast.Starred) for argument in call.args):
        return []
    functions = functions_called(target, call)
    names = [argument.arg for argument in functions[0].arguments] if len(functions) == 1 else []
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _is_as_named(node: ast.AST, parameters: list[str], one: ast.AST, other: ast.AST) -> bool:
    """Whether a call passes one of two arguments, and not the other one, to the parameter of its name."""
    if not isinstance(node, ast.Call) or len(parameters) < len(node.args):
        return False
    at, to = (parameters[node.args.index(part)] for part in (one, other) if isinstance(part, ast.expr))
    return (at in _subject(one)) + (to in _subject(other)) > (at in _subject(other)) + (to in _subject(one))


def _subject(argument: ast.AST) -> set[str]:
    """The names of what an argument is mainly made of: of the first operand of an operation."""
    while isinstance(argument, ast.BinOp):
        argument = argument.left
    return names_in(argument) | {part.attr for part in ast.walk(argument) if isinstance(part, ast.Attribute)}


def _parts(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.Call():
            return list(node.args)
        case ast.List() | ast.Tuple() | ast.Set():
            return list(node.elts)
        case ast.BinOp():
            return [node.left, node.right]
        case ast.Compare() if len(node.ops) == 1 and not isinstance(node.ops[0], _EITHER_WAY):
            return [node.left, node.comparators[0]]
        case ast.BoolOp():
            return list(node.values)
        case ast.IfExp():
            return [node.body, node.orelse]
    return []
