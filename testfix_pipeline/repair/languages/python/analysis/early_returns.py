"""Values that a function could return early: those it returns elsewhere, then empty ones of their types."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from testfix_pipeline.core.python_code import assignment_targets, names_in
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    FACTORIES,
    walk_scope,
)
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

EMPTY_VALUES = ("None", "0", "''", "[]", "{}", "False", "0.0")


def early_return_values(target: PythonEditSite) -> list[str]:
    """Values that the function could return early: simple values it returns elsewhere, then common empty ones."""
    return list(_values_of_function(target.source, target.function)) if target.function else []


@cached_per_search(1024)
def _values_of_function(source: SourceFile, function: PythonFunction) -> Sequence[str]:
    found: dict[str, None] = {}
    for node in ast.walk(function.node):
        if isinstance(node, ast.Return) and node.value is not None:
            text = source.segment(node.value)
            names = names_in(node.value)
            if len(text) < 30 and names <= {a.arg for a in function.arguments}:
                found.setdefault(text)
            found.update(dict.fromkeys(_empty_like(node.value)))
            if isinstance(node.value, ast.Name):
                found.update(dict.fromkeys(_empty_for_variable(function, node.value.id)))
    return [*found, *(value for value in EMPTY_VALUES if value not in found)]


def _empty_for_variable(function: PythonFunction, name: str) -> list[str]:
    """The empty value of a variable's type, by the values bound to it."""
    stmts = [node for node in walk_scope(function.node) if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value]
    places = [(one, stmt.value) for stmt in stmts for one in assignment_targets(stmt)]
    bound = [value for one, value in places if getattr(one, "id", "") == name and value is not None]
    return [text for value in bound for text in _empty_like(value)]


def _empty_like(node: ast.expr) -> list[str]:
    """The empty values of an expression's type, as far as its syntax shows it."""
    kinds: list[tuple[tuple[type[ast.expr], ...], str]] = [
        ((ast.List, ast.ListComp), "[]"),
        ((ast.Dict, ast.DictComp), "{}"),
        ((ast.JoinedStr,), "''"),
        ((ast.Compare,), "False"),
        ((ast.Set, ast.SetComp), "set()"),
    ]
    found = [text for types, text in kinds if isinstance(node, types)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Mult, ast.Sub, ast.Add)):
        found += ["0", "0.0"]
    elif isinstance(node, ast.BinOp):
        found += _empty_like(node.left)
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in FACTORIES:
        found.append(FACTORIES[node.func.id])  # type: ignore[attr-defined]
    elif isinstance(node, ast.Tuple) and len(node.elts) > 1:
        found += [", ".join([value] * len(node.elts)) for value in ("0", "None", "[]")]
    return found
