"""The requirements that setup.cfg and setup.py name; neither is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core import python_code
from testfix_pipeline.execution.project_files import parse_ini


def setup_cfg_requirements(text: str) -> Iterator[str]:
    """Yield the lines of what is required for use, for tests and for extras."""
    sections = parse_ini(text)
    options = sections.get("options", {})
    extras = sections.get("options.extras_require", {}).values()
    for value in (options.get("install_requires", ""), options.get("tests_require", ""), *extras):
        yield from value.splitlines()


def setup_py_requirements(text: str) -> Iterator[str]:
    """Yield the strings in arguments and variables that are named as requirements."""
    for node in ast.walk(python_code.parse_or_empty(text)):
        if isinstance(node, ast.keyword):
            named = node.arg or ""
        else:
            named = " ".join(map(ast.unparse, node.targets)) if isinstance(node, ast.Assign) else ""
        if isinstance(node, (ast.keyword, ast.Assign)) and re.search(
            r"requires?\b|requirements|_require|^extras", named.lower()
        ):
            yield from _string_literals(node.value)


def _string_literals(node: ast.AST) -> Iterator[str]:
    return (item.value for item in ast.walk(node) if isinstance(item, ast.Constant) and isinstance(item.value, str))
