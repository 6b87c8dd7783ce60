"""Other groups of operands: which parts of `a + 2 * b + c` brackets may hold together, in any language."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

_MOST_OPERANDS = 6
_ASSOCIATIVE = ("+", "*", "and", "or", "&&", "||")


class Operand(NamedTuple):
    """A part of an expression that no bracket may cut: where it starts, before a sign and behind it, and its end."""

    starts: tuple[int, ...]
    end: int


def other_groups(
    text: str, operands: Sequence[Operand], groups: Collection[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield the (start, end) of what brackets could newly hold together.

    operands: of one expression, in the order of the text. groups: the spans that its operators hold together already.
    """
    for i, j in itertools.combinations(range(len(operands[:_MOST_OPERANDS])), 2):
        around = operands[max(0, i - 1) : j + 2]
        signs = {text[one.end : two.starts[0]].strip() for one, two in itertools.pairwise(around)}
        is_same_result = len(operands) == j - i + 1 or (len(signs) == 1 and signs <= {*_ASSOCIATIVE})
        for start in operands[i].starts[is_same_result:]:
            if (start, operands[j].end) not in groups:
                yield start, operands[j].end
