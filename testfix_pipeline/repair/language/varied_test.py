"""A test with other values, or with a call more or less: an input that no test has, made from one that a test has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class VariedTest(NamedTuple):
    """titles: of the test, see `TestId`. text: that of its whole file; note: what differs, for people."""

    titles: Sequence[str]
    text: str
    note: str


LiteralValue = str | int | float | list[str | int | float]


class VariedLiteral(NamedTuple):
    """A literal in a test, or a list of nothing else. value: as Python has it; places: how many of the test equal it;
    text_with: the test's whole file with another value in the place of all of them; apart_with: of the first one."""

    value: LiteralValue
    places: int
    text_with: Callable[[LiteralValue], str]
    apart_with: Callable[[LiteralValue], str]


class AssertionSides(NamedTuple):
    """An assertion's two sides. expected: the constant that it compares with, None for anything else; stated: the text
    of an object or list of nothing but constants that it compares with, "" for anything else; without_given,
    without_expected: the test's whole file with something else in the place of either side; repeated: with the call on
    the given side made several times, of which the last one counts; "" where it may have a reason to say another thing.
    """

    expected: str | float | None
    stated: str
    without_given: str
    without_expected: str
    repeated: str
