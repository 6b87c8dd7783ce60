"""The class of an expression's value as far as a file's text says: a display, a class that is called, a name."""

from __future__ import annotations

import ast

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.source import SourceFile

_DISPLAYS = {
    ast.Dict: "dict", ast.DictComp: "dict", ast.List: "list", ast.ListComp: "list", ast.Tuple: "tuple", ast.Set: "set",
}  # fmt: skip


def kind_of(node: ast.expr, source: SourceFile) -> str:
    """The name of the class that a value seems to be of, "" where nothing says.

    A name has the kind of everything that its function assigns to it.
    """
    if isinstance(node, ast.Name):
        found = {_kind(value) for value in _assigned(node, source)}
        return found.pop() if len(found) == 1 else ""
    return _kind(node)


def _kind(node: ast.expr) -> str:
    called = last_name(node.func) if isinstance(node, ast.Call) else ""
    return called if called in ("dict", "list") or called[:1].isupper() else _DISPLAYS.get(type(node), "")


def _assigned(name: ast.Name, source: SourceFile) -> list[ast.expr]:
    """The values that statements of the same function, or module, assign to a name; a loop's target has none known."""
    scope: ast.AST = name
    while scope in source.parents and not isinstance(scope, FunctionNode):
        scope = source.parents[scope]
    found = []
    for node in ast.walk(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name.id:
            statement = source.parents.get(node)
            value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
            found.append(value if value is not None else name)
    return found
