"""States what is evidently wrong with a function of Python, from its source alone.

That is a stub, one result for all calls, an argument that is never read, a promise of its docstring or annotation that
nothing in it keeps.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.patch_policy.promised_errors import may_raise, promised_errors
from testfix_pipeline.core.python_code import FunctionNode, is_text, own_nodes, parse_or_empty, read_names

Function = ast.FunctionDef | ast.AsyncFunctionDef
_BUILT_IN_TYPES = {"bool": (bool,), "int": (int,), "float": (float, int), "str": (str,), "bytes": (bytes,)}
_NOTHING = ("None", "NoReturn", "Never", "Any", "object")


def evident_cause(source: str | bytes, line: int) -> str:
    """Return a sentence on the innermost function around a line; "" if nothing about it is evident.

    For example "`parse_iban` ignores its argument `text` and always returns None; its docstring promises ValueError,
    which nothing in it raises".
    """
    around = (one for one in ast.walk(parse_or_empty(source)) if isinstance(one, FunctionNode))
    found = [one for one in around if one.lineno <= line <= (one.end_lineno or one.lineno)]
    return _sentence(max(found, key=lambda one: one.lineno)) if found else ""


def _sentence(function: Function) -> str:
    body = without_docstring(function.body)
    own = list(own_nodes(function.body))
    said = ["is a stub"] if is_stub(function) else [*_ignored(function), *_one_result(function, body, own)]
    broken = _unkept_errors(function)
    promise = [f"its docstring promises {', '.join(broken)}, which nothing in it raises"] if broken else []
    stated = "; ".join([" and ".join(said), *promise] if said else promise)
    return f"`{function.name}`{' ' if said else ': '}{stated}" if stated else ""


def without_docstring(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return the statements of a body that are no texts."""
    return [one for one in body if not (isinstance(one, ast.Expr) and is_text(one.value))]


def is_stub(function: Function) -> bool:
    """Whether a function has a header, perhaps a docstring, and no body."""
    return all(map(_does_nothing, without_docstring(function.body)))


def is_placeholder(function: Function) -> bool:
    """Whether a function reads none of its arguments and does nothing but return one constant or empty container."""
    body, given = without_docstring(function.body), _argument_names(function)
    if len(body) != 1 or not isinstance(body[0], ast.Return) or not given:
        return False
    value = body[0].value
    empty = isinstance(value, (ast.List, ast.Tuple, ast.Dict)) and not ast.unparse(value).strip("[](){}")
    return value is None or isinstance(value, ast.Constant) or empty


def _argument_names(function: Function) -> list[str]:
    given = function.args
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return [name for name in names if name not in ("self", "cls")]


def _does_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Raise) and statement.exc is not None:
        raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
        return last_name(raised) == "NotImplementedError"
    ellipsis = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Pass) or ellipsis


def _ignored(function: Function) -> list[str]:
    names = _argument_names(function)
    read = read_names(ast.walk(function))
    unread = [name for name in names if name not in read and not name.startswith("_")]
    if not unread or "locals" in read:
        return []
    return [f"ignores its argument{'s' if len(unread) > 1 else ''} {', '.join(f'`{name}`' for name in unread)}"]


def _one_result(function: Function, body: Sequence[ast.stmt], own: Sequence[ast.AST]) -> list[str]:
    """Return what all calls come to, where it is one constant, with the annotation that it contradicts."""
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own):
        return []
    results = [node.value or ast.Constant(None) for node in own if isinstance(node, ast.Return)]
    falls_through = not isinstance(body[-1], (ast.Return, ast.Raise))
    results += [ast.Constant(None)] if falls_through else []
    values = {repr(one.value) if isinstance(one, ast.Constant) else "" for one in results}
    if len(values) != 1 or "" in values:
        return []
    value = next(one.value for one in results if isinstance(one, ast.Constant))
    wanted = _contradicted(function, value)
    explicit = any(isinstance(node, ast.Return) and node.value is not None for node in own)
    contradiction = f", not the `{wanted}` of its annotation" if wanted else ""
    return [f"always returns {value!r}{contradiction}"] if explicit or wanted else []


def _contradicted(function: Function, value: object) -> str:
    """Return a function's annotated result if a value is none such; "" if it may be."""
    wanted = ast.unparse(function.returns).strip("'\"") if function.returns is not None else ""
    if value is None:
        return "" if not wanted or any(word in wanted for word in (*_NOTHING, "Optional")) else wanted
    return wanted if wanted in _BUILT_IN_TYPES and type(value) not in _BUILT_IN_TYPES[wanted] else ""


def _unkept_errors(function: Function) -> list[str]:
    if any(may_raise(node) for statement in function.body for node in ast.walk(statement)):
        return []
    return sorted(promised_errors(ast.get_docstring(function) or ""))
