"""Parameters that a patch makes functions ignore: what callers say there has no effect any more."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.python_code import FunctionNode, argument_names, read_names


def ignored_parameters(old: ast.Module, new: ast.Module) -> Iterator[tuple[str, str, bool]]:
    """Yields (function, parameter, whether it has no default) of what a function read and reads no more."""
    before, after = _functions(old), _functions(new)
    for name in before.keys() & after.keys():
        is_paired = len(before[name]) == len(after[name])
        for was, now in zip(before[name], after[name], strict=True) if is_paired else ():
            lost = argument_names(now.args) & read_names(ast.walk(was)) - read_names(ast.walk(now))
            yield from ((name, one, one in _without_default(now)) for one in sorted(lost))


def _functions(tree: ast.Module) -> dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]]:
    found: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, FunctionNode):
            found.setdefault(node.name, []).append(node)
    return found


def _without_default(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    given = function.args
    placed = [*given.posonlyargs, *given.args]
    required = placed[: len(placed) - len(given.defaults)]
    required += [one for one, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value is None]
    return {one.arg for one in required}
