"""Arguments that the project itself calls with: literal ones, in its tests and its sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from pathlib import Path

from testfix_pipeline.execution.import_graph import python_files

_MOST_FILES = 400
_MOST_CALLS = 8
_LARGEST_FILE = 200_000


def mined_arguments(root: Path, names: Collection[str]) -> dict[str, list[str]]:
    """Name of a function, method or class -> the source of the argument lists it is called with."""
    found: dict[str, list[str]] = {name: [] for name in names}
    if not names:
        return found
    word = re.compile(r"\b(" + "|".join(map(re.escape, sorted(names))) + r")\(")
    for file in sorted(python_files(root))[:_MOST_FILES]:
        text = _read(root / file)
        if text and word.search(text):
            _collect(text, found)
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8") if path.stat().st_size < _LARGEST_FILE else ""
    except (OSError, ValueError):
        return ""


def _collect(text: str, found: dict[str, list[str]]) -> None:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            arguments = _literal_arguments(node) if name in found else None
            if arguments and arguments not in found[name] and len(found[name]) < _MOST_CALLS:
                found[name].append(arguments)


def _literal_arguments(node: ast.Call) -> str | None:
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    if any(keyword.arg is None for keyword in node.keywords) or len(ast.unparse(node)) > 300:
        return None
    try:
        for value in values:
            ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError):
        return None
    named = [f"{keyword.arg}={ast.unparse(keyword.value)}" for keyword in node.keywords]
    return ", ".join([*map(ast.unparse, node.args), *named])
