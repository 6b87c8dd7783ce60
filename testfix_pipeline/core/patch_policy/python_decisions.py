"""The comparisons with constants in Python source."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

from testfix_pipeline.core.patch_policy.language_model import ConstantComparison
from testfix_pipeline.core.patch_policy.learnt_literals import words_of_pattern

_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_QUESTIONS = frozenset({"startswith", "endswith", "find", "index", "count"})
_PATTERNS = frozenset({"compile", "match", "search", "fullmatch", "findall", "finditer", "sub", "split"})
_SURROUNDINGS = re.compile(r"\b(environ|getenv|env|argv|args|sys|os|platform)\b")


def decisions_of(tree: ast.AST) -> Iterator[ConstantComparison]:
    """Yield the comparisons of a file with constants, those of regular expressions and inline tables among them."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare | ast.Call | ast.match_case | ast.Subscript):
            continue
        found = list(_constants_of(node))
        code = " ".join(ast.unparse(node).split()) if found else ""
        if not _SURROUNDINGS.search(code):
            yield from (ConstantComparison(code, value, is_order) for value, is_order in found)


def _constants_of(node: ast.AST) -> Iterator[tuple[str | float, bool]]:
    if isinstance(node, ast.Compare):
        is_order = any(isinstance(one, _ORDER) for one in node.ops)
        yield from ((value, is_order) for side in (node.left, *node.comparators) for value in _values(side))
    elif isinstance(node, ast.match_case):
        inner = (one for one in ast.walk(node.pattern) if isinstance(one, ast.MatchValue))
        yield from ((value, False) for one in inner for value in _values(one.value))
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict):
        yield from ((value, False) for key in node.value.keys if key is not None for value in _values(key))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        yield from ((value, False) for value in _asked(node.func, node.args[0]))


def _asked(function: ast.Attribute, first: ast.expr) -> Iterator[str | float]:
    """The constants of a call that asks something of a text, or looks something up in a table."""
    if function.attr in _QUESTIONS:
        yield from _values(first)
    elif function.attr in _PATTERNS and isinstance(function.value, ast.Name) and function.value.id in ("re", "regex"):
        for pattern in _values(first):
            yield from words_of_pattern(str(pattern))
    elif function.attr == "get" and isinstance(function.value, ast.Dict):
        yield from (value for key in function.value.keys if key is not None for value in _values(key))


def _values(node: ast.expr) -> Iterator[str | float]:
    """The texts and numbers of a constant or of a collection of constants."""
    for one in node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]:
        if isinstance(one, ast.Constant) and not isinstance(one.value, bool):
            value = one.value.decode("latin-1") if isinstance(one.value, bytes) else one.value
            if isinstance(value, str | float):
                yield value
            elif isinstance(value, int) and value <= sys.float_info.max:  # beyond it there is no such float
                yield float(value)
