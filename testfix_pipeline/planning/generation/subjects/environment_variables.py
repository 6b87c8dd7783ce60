"""Variables of the environment that a function reads by name: a test sets them with `monkeypatch`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.planning.generation.subjects.examples import Example
from testfix_pipeline.planning.generation.subjects.side_effects import reached
from testfix_pipeline.planning.python_code.module_source import Function, ModuleSource

_MOST_EXAMPLES = 3


def settings_read(function: Function) -> list[str]:
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
    return _texts(keys)


def settings_reached(module: ModuleSource, function: Function) -> list[str]:
    """Those that a function reads itself or by functions of its module."""
    return list(dict.fromkeys(name for _, one in reached(module, function) for name in settings_read(one)))


def settings_set(function: Function) -> list[str]:
    """Those that a function sets or takes away by name, so that nothing from outside is left of them.

    `monkeypatch.setenv("X", ...)`, `os.environ["X"] = ...`, `os.environ.pop("X")`.
    """
    keys: list[ast.expr] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) and _is_environment(node.value):
            keys.append(node.slice)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            of_environment = node.func.attr == "pop" and _is_environment(node.func.value)
            keys += node.args[:1] if of_environment or node.func.attr in ("setenv", "delenv") else []
    return _texts(keys)


def _texts(keys: Iterable[ast.expr]) -> list[str]:
    """Those of the keys that are written out, each once, in their order."""
    written = (key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
    return list(dict.fromkeys(written))


def _is_environment(node: ast.expr) -> bool:
    return ast.unparse(node) in ("os.environ", "environ")


def with_settings(examples: Iterable[Example], names: Sequence[str], values: Sequence[str]) -> Iterator[Example]:
    """The first examples, each with the variables unset and with every value, the others with the variables unset.

    `values` are sources of texts.
    """
    for number, one in enumerate(examples):
        if not names or one.law is not None or one.documented is not None:
            yield one
        else:
            ways = [[f"monkeypatch.delenv({name!r}, raising=False)" for name in names]]
            ways += [[f"monkeypatch.setenv({name!r}, {value})" for name in names] for value in values]
            for lines in ways if number == 0 else ways[: 2 if number < _MOST_EXAMPLES else 1]:
                yield replace(one, setup=(*lines, *one.setup), inline="", settings=tuple(names))
