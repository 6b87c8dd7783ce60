"""Finds functions of which a patch changes a default alone: calls that name the parameter are as they were."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core.patch_policy.telling_values import is_common_value
from testfix_pipeline.core.python_code import FunctionNode, parse_or_empty

Function = ast.FunctionDef | ast.AsyncFunctionDef


def other_defaults(before: str | bytes, after: str | bytes) -> Iterator[tuple[str, str, str]]:
    """Yield function, parameter and value of new defaults that the file named nowhere, where the body is as it was."""
    text = before.decode(errors="replace") if isinstance(before, bytes) else before
    old, new = parse_or_empty(before), parse_or_empty(after)
    known, constants = _functions(old), _constants(new)
    for name, function in _functions(new).items():
        earlier = known.get(name)
        if earlier is None or list(map(ast.dump, earlier.body)) != list(map(ast.dump, function.body)):
            continue
        was, now = _defaults(earlier), _defaults(function)
        for parameter in was.keys() & now.keys():
            value = _value(now[parameter], constants)
            is_named = (
                value is None or is_common_value(value) or re.search(rf"(?<!\w){re.escape(str(value))}(?!\w)", text)
            )
            if not is_named and ast.dump(was[parameter]) != ast.dump(now[parameter]):
                yield name, parameter, repr(value)


def _functions(tree: ast.Module) -> dict[str, Function]:
    return {one.name: one for one in ast.walk(tree) if isinstance(one, FunctionNode)}


def _defaults(function: Function) -> dict[str, ast.expr]:
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    pairs = [*zip(positional[len(positional) - len(given.defaults) :], given.defaults, strict=True)]
    pairs += [(one, default) for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True) if default]
    return {one.arg: default for one, default in pairs}


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    assigned = [one for one in tree.body if isinstance(one, ast.Assign)]
    return {target.id: one.value for one in assigned for target in one.targets if isinstance(target, ast.Name)}


def _value(default: ast.expr, constants: dict[str, ast.expr]) -> object:
    """The number or the text of a default, also by the name of a constant; None for others."""
    found = constants.get(default.id, default) if isinstance(default, ast.Name) else default
    return found.value if isinstance(found, ast.Constant) and isinstance(found.value, int | float | str) else None
