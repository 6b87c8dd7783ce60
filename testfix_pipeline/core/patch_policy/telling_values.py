"""Classifies values: whether a program would hardly know one without the tests, or its documentation quotes it."""

from __future__ import annotations

import ast
import re

from testfix_pipeline.core.python_code import parse_or_none

LEAST_DIGITS = 3
# A collection of this many values is as telling as a large number.
LEAST_VALUES = 3
_WORD = re.compile(r"(?:[^\W\d][\w-]{0,15})?")
_NUMERAL = re.compile(r"[+-]?\d+(?:\.\d+)?")
_SMALL_NUMBER = 10
_NUMERIC_TEXT = re.compile(r"[\d.,:+-]*")


def is_telling_value(value: object, source: str) -> bool:
    """Whether a program would hardly know a value of plain data: see `is_telling`."""
    tree = parse_or_none(repr(value))
    first = tree.body[0] if tree and tree.body else None
    return isinstance(first, ast.Expr) and is_telling(first.value, source)


def is_telling(given: ast.expr, source: str) -> bool:
    """Whether a program would hardly know an argument: a large number, several words or values, undocumented."""
    values = [node.value for node in ast.walk(given) if isinstance(node, ast.Constant)]
    telling = [value for value in values if _is_large(value)]
    if telling:
        return not all(str(value) in source for value in telling)
    several = isinstance(given, ast.List | ast.Tuple | ast.Dict | ast.Set) and len(values) >= LEAST_VALUES
    return several and ast.unparse(given) not in source


def _is_large(value: object) -> bool:
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, int | float):
        return abs(value) > _SMALL_NUMBER
    if isinstance(value, str) and _NUMERAL.fullmatch(value):
        return abs(float(value)) > _SMALL_NUMBER or "." in value
    return isinstance(value, str) and not _WORD.fullmatch(value)


def has_several_digits(text: str) -> bool:
    """Whether a text has so many digits that it is hardly another result by chance."""
    return sum(map(str.isdigit, text)) >= LEAST_DIGITS


def special_words(value: object, source: str) -> list[str]:
    """The words of a value, or of its items, that a source has between backticks, as `off` or `n/a` in a comment."""
    words = value if isinstance(value, list | tuple) else [value]
    texts = (one for one in words if isinstance(one, str) and not _NUMERIC_TEXT.fullmatch(one))
    return [one for one in texts if f"`{one}`" in source]


def is_common_value(value: object) -> bool:
    """Whether any code may have a constant: a number up to 2, a character, None."""
    if isinstance(value, int | float):
        return abs(value) <= 2
    return value is None or value is Ellipsis or (isinstance(value, str | bytes) and len(value) <= 1)
