"""Environment variables that a function reads by name; tests set them with `monkeypatch`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.generation.subjects.examples import Example
from testfix_pipeline.planning.generation.subjects.side_effects import functions_reached
from testfix_pipeline.planning.python_code.module_source import ModuleSource

_MOST_EXAMPLES = 3


def variables_read(function: FunctionNode) -> list[str]:
    """The names in `os.environ["X"]`, `os.environ.get("X")`, `os.getenv("X")` and `"X" in os.environ`."""
    keys: list[ast.expr] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and _is_environment(node.value):
            keys.append(node.slice)
        elif isinstance(node, ast.Call) and node.args:
            called = node.func
            method = isinstance(called, ast.Attribute) and called.attr == "get" and _is_environment(called.value)
            keys += node.args[:1] if method or ast.unparse(called) in ("os.getenv", "getenv") else []
        elif isinstance(node, ast.Compare) and _is_environment(node.comparators[0]):
            keys.append(node.left)
    return _literal_names(keys)


def variables_reached(module: ModuleSource, function: FunctionNode) -> list[str]:
    """The variables that a function reads itself or by functions of its module."""
    return list(dict.fromkeys(name for _, one in functions_reached(module, function) for name in variables_read(one)))


def variables_set(function: FunctionNode) -> list[str]:
    """The variables that a function sets or removes by name, so that outside values don't matter.

    `monkeypatch.setenv("X", ...)`, `os.environ["X"] = ...`, `os.environ.pop("X")`.
    """
    keys: list[ast.expr] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) and _is_environment(node.value):
            keys.append(node.slice)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            of_environment = node.func.attr == "pop" and _is_environment(node.func.value)
            keys += node.args[:1] if of_environment or node.func.attr in ("setenv", "delenv") else []
    return _literal_names(keys)


def _literal_names(keys: Iterable[ast.expr]) -> list[str]:
    """The string literals among the keys, without duplicates, in their order."""
    written = (key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
    return list(dict.fromkeys(written))


def _is_environment(node: ast.expr) -> bool:
    return ast.unparse(node) in ("os.environ", "environ")


def with_variables(examples: Iterable[Example], names: Sequence[str], values: Sequence[str]) -> Iterator[Example]:
    """Yield the examples with the variables unset, the first ones also with each value.

    `values` are sources of texts.
    """
    for number, one in enumerate(examples):
        if not names or one.documented is not None:
            yield one
        else:
            ways = [[f"monkeypatch.delenv({name!r}, raising=False)" for name in names]]
            ways += [[f"monkeypatch.setenv({name!r}, {value})" for name in names] for value in values]
            for lines in ways if number == 0 else ways[: 2 if number < _MOST_EXAMPLES else 1]:
                yield replace(one, setup=(*lines, *one.setup), inline="", settings=tuple(names))
