"""What the conditions of a file are made of."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from testfix_pipeline.repair.languages.python.edits.forms import forms_of
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.remembered import remembered


@dataclass(frozen=True)
class Facts:
    """What a file's own conditions are made of.

    compared: short constants, as source text; asked: types of isinstance with the names in them; classes: its own;
    identical: what it compares with by `is`; forms: its calls of one thing, as in `str({})` and `{}.strip()`, with the
    name that must be in reach, the most frequent first.
    """

    compared: tuple[str, ...]
    asked: Mapping[str, frozenset[str]]
    classes: tuple[str, ...]
    identical: tuple[str, ...]
    forms: Mapping[str, str]


@remembered(64)
def facts_of(source: SourceFile) -> Facts:
    compared: dict[str, None] = {}
    identical: dict[str, None] = {}
    asked: dict[str, frozenset[str]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Compare):
            parts = [part for part in (node.left, *node.comparators) if isinstance(part, ast.Constant)]
            compared.update((repr(part.value), None) for part in parts if is_short(part.value))
            other = node.comparators[0]
            known = isinstance(other, (ast.Name, ast.Attribute)) or _is_flag(other)
            if known and isinstance(node.ops[0], (ast.Is, ast.IsNot)):
                identical[ast.unparse(other)] = None
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance" and len(node.args) == 2:
            names = frozenset(n.id for n in ast.walk(node.args[1]) if isinstance(n, ast.Name))
            asked.setdefault(ast.unparse(node.args[1]), names)
    own = tuple(stmt.name for stmt in source.tree.body if isinstance(stmt, ast.ClassDef))
    return Facts(tuple(compared), asked, own, tuple(identical), forms_of(source))


def _is_flag(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in (True, False)


def is_short(value: object) -> bool:
    return (isinstance(value, (str, bytes)) and len(value) <= 12) or (type(value) is int and value not in (0, 1))
