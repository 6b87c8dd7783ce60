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
    """A literal in a test. value: as Python has it; text_with: the test's whole file with another value in its place,
    and in that of all equal literals of the test."""

    value: str | int | float
    text_with: Callable[[str | int | float], str]
