"""A test with other values, or with a call more or less: an input that no test has, made from one that a test has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class VariedTest(NamedTuple):
    """titles: of the test, see `TestId`. text: that of its whole file; note: what differs, for people."""

    titles: Sequence[str]
    text: str
    note: str


class VariedLiteral(NamedTuple):
    """A literal in a test. value: as Python has it; places: how many literals of the test are equal to it; text_with:
    the test's whole file with another value in the place of all of them; apart_with: in the place of the first one."""

    value: str | int | float
    places: int
    text_with: Callable[[str | int | float], str]
    apart_with: Callable[[str | int | float], str]


class AssertionSides(NamedTuple):
    """An assertion's two sides. expected: the constant that it compares with, None for anything else; without_given,
    without_expected: the test's whole file with something else in the place of either side; repeated: with the call on
    the given side made several times, of which the last one counts; "" where it may have a reason to say another thing.
    """

    expected: str | float | None
    without_given: str
    without_expected: str
    repeated: str
