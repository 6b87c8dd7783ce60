"""Finds an expected result that contradicts all neighbouring tests of its function, and the docstring: a line.

Only where it is certain: whole numbers, the neighbours on both sides and next to it, the program's own result on the
line, and nothing in the docstring that speaks of the exceptional value.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeGuard

from testfix_pipeline.core import python_code
from testfix_pipeline.core.cycle_rules.expected_results import ExpectedResult, documented_results
from testfix_pipeline.core.cycle_rules.stateless_functions import FoundFunction

LEAST_NEIGHBOURS = 4
"""Results on the line beside the one in question: a line is laid through two, and two more have to agree."""


def against_neighbours(
    one: ExpectedResult, passing: Sequence[ExpectedResult], function: FoundFunction
) -> tuple[Fraction, str] | None:
    """Return what all neighbours want instead of an expected result, and a sentence; None if that is not certain.

    passing: what passing tests expect. The caller has to know that the program gives the value.
    """
    place = _point(one.call, one.value)
    if place is None:
        return None
    tested = {point: other.value for other in passing if other.function == one.function and other.call != one.call
              if (point := _point(other.call, other.value)) is not None}  # fmt: skip
    documented = {point: value for call, value, _ in documented_results(function.node, one.function)
                  if (point := _point(call, value)) is not None}  # fmt: skip
    if not documented or place in documented or _is_special(place, function):
        return None
    known = {**tested, **documented}
    line = _line(known)
    if line is None or not {place - 1, place + 1} <= known.keys() or len(known) < LEAST_NEIGHBOURS:
        return None
    value = line[0] * place + line[1]
    if value == one.value:
        return None
    return value, (
        f"The test contradicts all its neighbours: {one.shown} is expected to {one.said} in {one.place}, while "
        f"{len(known)} other results of `{function.node.name}` in tests and its docstring lie on one line, on which it "
        f"is {value}, as the program gives. A person has to say which is right."
    )


def _point(call: str, value: Any) -> int | None:
    """Return the only argument of a call, if that and the result are whole numbers."""
    node = python_code.expression_or_none(call)
    if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords or not _is_whole(value):
        return None
    given = python_code.value_of(node.args[0])
    return given if _is_whole(given) else None


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _line(known: Mapping[int, int]) -> tuple[Fraction, Fraction] | None:
    """Return slope and offset of the line through all points; None if they lie on none."""
    if len(known) < 2:
        return None
    (left, low), (right, high) = min(known.items()), max(known.items())
    slope = Fraction(high - low, right - left)
    offset = low - slope * left
    return (slope, offset) if all(slope * one + offset == value for one, value in known.items()) else None


def _is_special(place: int, function: FoundFunction) -> bool:
    """Whether the docstring or the code of a function names the argument, as it would an exception from the rule."""
    return re.search(rf"(?<![\w.]){re.escape(str(place))}(?![\w.])", ast.unparse(function.node)) is not None
