"""What a parameter that is gone did to a function's result in the old release: what a caller has to do now.

`if as_bytes: value = value.encode("latin1")` before `return value`: `.encode("latin1")` follows the call.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from testfix_pipeline.repair.languages.python.libraries.edits.inlining import definition


def effect_of(folder: Path, module: str, name: str, keyword: str) -> str:
    """The text that follows a call without the keyword, in place of a true value for it; "" where that is not known.

    folder: where the old release lies. name: the function's, with its class's before it.
    """
    function = definition(folder, module, name)
    if function is None:
        return ""
    given = {
        one.value.id for one in ast.walk(function) if isinstance(one, ast.Return) and isinstance(one.value, ast.Name)
    }
    found = [text for node in ast.walk(function) for text in _effects(node, keyword, given)]
    return found[0] if len(set(found)) == 1 else ""


def _effects(node: ast.AST, keyword: str, given: set[str]) -> Iterator[str]:
    """What a statement or expression does where the parameter is true. given: the names that the function returns."""
    if isinstance(node, ast.If) and _is_name(node.test, keyword) and not node.orelse and len(node.body) == 1:
        (only,) = node.body
        target = only.targets[0] if isinstance(only, ast.Assign) and len(only.targets) == 1 else None
        if isinstance(only, ast.Assign) and isinstance(target, ast.Name) and target.id in given:
            yield from _behind(only.value, target)
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.IfExp) and _is_name(node.value.test, keyword):
        yield from _behind(node.value.body, node.value.orelse)


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _behind(node: ast.expr, start: ast.expr) -> Iterator[str]:
    """The rest of a chain of attributes and calls that begins with an expression, if it is of constants alone."""
    text, beginning, inner = ast.unparse(node), ast.unparse(start), node
    names = [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
    while isinstance(inner, (ast.Attribute, ast.Call, ast.Subscript)):
        inner = inner.func if isinstance(inner, ast.Call) else inner.value
        if ast.unparse(inner) == beginning and names == [
            one.id for one in ast.walk(start) if isinstance(one, ast.Name)
        ]:
            yield text[len(beginning) :]
            return
