"""Parses Python code safely from several threads.

Until Python 3.13 the parser counts its depth for all threads together: interrupted by another thread's parse, it ends
in "SystemError: AST constructor recursion depth mismatch". So a lock allows one parse at a time.
"""

from __future__ import annotations

import ast
import threading
import warnings
from typing import Any

_PARSING = threading.Lock()


def parse(text: str | bytes) -> ast.Module:
    """The syntax tree of a module. Raises SyntaxError, ValueError, RecursionError or MemoryError."""
    with _PARSING, warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # the project's own warnings, which were printed before
        return ast.parse(text)


def expression(text: str) -> ast.expr:
    """The syntax tree of an expression. Raises what `parse` raises."""
    with _PARSING, warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        return ast.parse(text, mode="eval").body


def literal(code: str | ast.AST) -> Any:
    """The value of a literal. Raises what `parse` raises, and ValueError where it is more than a literal."""
    return ast.literal_eval(expression(code.strip()) if isinstance(code, str) else code)
