"""What a parameter that is gone did in the old release, to the result or to another parameter: what a caller has to do.

`if as_bytes: value = value.encode("latin1")` before `return value`: `.encode("latin1")` follows the call.
`if plain: form = forms.NONE`, where that is "none": the call gets `form="none"`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import expression
from testfix_pipeline.execution.project_files import read_text
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


def switched(folder: Path, module: str, name: str, keyword: str, now: Collection[str]) -> tuple[str, str] | None:
    """The parameter, one of those now, that a true value for a keyword set, and the constant that it got; None where
    that is not known, or not all that the keyword did."""
    function = definition(folder, module, name)
    nodes = [*ast.walk(function)] if function is not None else []
    tests = [one for one in nodes if isinstance(one, ast.If)]
    setting = [one for one in tests if _is_name(one.test, keyword)]
    refusing = [one for one in tests if all(map(_is_said, one.body))]
    known = {id(inner) for one in (*setting, *refusing) for inner in ast.walk(one.test)}
    done = [inner for one in setting for inner in one.body if not _is_said(inner)]
    is_all = len(done) == 1 and not any(_is_name(one, keyword) and id(one) not in known for one in nodes)
    if not is_all or not isinstance(done[0], ast.Assign):
        return None
    found = [one.id for one in done[0].targets if isinstance(one, ast.Name) and one.id in now]
    constant = _constant(done[0].value, folder, module) if found else ""
    return (found[0], constant) if len(found) == 1 and constant else None


def _is_said(node: ast.stmt) -> bool:
    """Whether a statement raises an error or warns, and does nothing else."""
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(node, ast.Raise) or (isinstance(call, ast.Call) and last_name(call.func).startswith("warn"))


def _constant(node: ast.expr, folder: Path, module: str) -> str:
    """The text of a constant, or of one that a module of the release's package calls so, each the same; else ""."""
    if isinstance(node, ast.Constant):
        return ast.unparse(node)
    name, values = last_name(node), set()
    for path in sorted((folder / module.partition(".")[0]).rglob("*.py")) if name.isupper() else ():
        values |= set(re.findall(rf"^{name} = (['\"]\w+['\"]|-?\d+|None|True|False)$", read_text(path), re.M))
    return ast.unparse(expression(values.pop())) if len(values) == 1 else ""


def _effects(node: ast.AST, keyword: str, given: set[str]) -> Iterator[str]:
    """What a statement or expression does where the parameter is true. given: the names that the function returns."""
    if isinstance(node, ast.If) and _is_name(node.test, keyword) and not node.orelse and len(node.body) == 1:
        (only,) = node.body
        target = only.targets[0] if isinstance(only, ast.Assign) and len(only.targets) == 1 else None
        if isinstance(only, ast.Assign) and isinstance(target, ast.Name) and target.id in given:
            yield from _behind(only.value, target)
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.IfExp) and _is_name(node.value.test, keyword):
        yield from _behind(node.value.body, node.value.orelse)


def _is_name(node: ast.AST, name: str) -> bool:
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
