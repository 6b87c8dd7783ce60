"""Keys that are named by a variable, and the variable's name taken for the key: `d[weight]` and `d["weight"]`."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import local_names

PRIOR = 0.35
BY_KEY = frozenset({"get", "pop", "setdefault", "getattr", "hasattr", "setattr"})
CRASHED, PLAIN = 0.5, 0.1


def keys(target: Target) -> Iterator[Edit]:
    """The text for the variable of its name, the variable for the text, where keys stand."""
    known = set(local_names(target))
    for node in target.expressions(ast.Subscript, ast.Call):
        for key in _keys(node):
            if isinstance(key, ast.Name) and key.id in known:
                yield target.replace(key, f'"{key.id}"', "key.written", PRIOR, key.id)
            elif isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value in known:
                yield target.replace(key, key.value, "key.of-the-variable", PRIOR, key.value)


def _keys(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.Subscript):
        return [node.slice]
    if isinstance(node, ast.Call) and called(node) in BY_KEY:
        return node.args[1:2] if isinstance(node.func, ast.Name) else node.args[:1]
    return []


def attributes(target: Target) -> Iterator[Edit]:
    """`options["out"]` for `options.out`, and the other way round: a table is no object with attributes."""
    crash = target.crash()
    for node in target.expressions(ast.Attribute, ast.Subscript):
        base = target.text(node.value)  # type: ignore[attr-defined]
        if isinstance(node, ast.Attribute) and not target.source.is_called(node):
            if base not in ("self", "cls") and isinstance(node.value, ast.Name):
                share = CRASHED if crash == "AttributeError" else PLAIN
                yield target.replace(node, f'{base}["{node.attr}"]', "key.of-the-table", share, node.attr)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            name = node.slice.value
            if isinstance(name, str) and name.isidentifier() and not keyword.iskeyword(name):
                share = CRASHED if crash in ("TypeError", "KeyError") else PLAIN
                yield target.replace(node, f"{base}.{name}", "attribute.of-the-object", share, name)


def keywords(target: Target) -> Iterator[Edit]:
    """`**{weight: 1}` for `weight=1`, where the function has a variable of that name and the value is another."""
    known = set(local_names(target))
    for node in target.expressions(ast.Call):
        for one in node.keywords:  # type: ignore[attr-defined]
            value = target.text(one.value)
            if one.arg in known and value != one.arg:
                yield target.replace(one, f"**{{{one.arg}: {value}}}", "key.of-the-variable", PRIOR, one.arg)
