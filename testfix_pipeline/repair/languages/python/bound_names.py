"""The names that a text binds, whether it belongs to a file or not."""

from __future__ import annotations

import ast

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode


def bound_names(text: str) -> set[str]:
    """The variables, attributes, parameters, functions and classes that a text binds."""
    found: set[str] = set()
    try:
        nodes = list(ast.walk(python_code.parse(text)))
    except (SyntaxError, ValueError, RecursionError):
        return found
    for node in nodes:
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            found.add(node.id if isinstance(node, ast.Name) else node.attr)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, (FunctionNode, ast.ClassDef)):
            found.add(node.name)
    return found
