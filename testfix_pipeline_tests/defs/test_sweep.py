"""Going over many projects in several ticks."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.defs.nightly.sweep import Sweep

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def counter() -> Iterator[float]:
    """A clock on which a second passes with every look."""
    second = 0.0
    while True:
        yield second
        second += 1


def tick(cursor: str | None, names: list[str], now: datetime = NOW, at_once: int = 1) -> tuple[list[str], str]:
    """The names that a tick of three seconds takes, and its cursor."""
    sweep = Sweep(cursor, every_s=600, now=now, clock=counter().__next__, limit_s=3)
    taken = [name for part in sweep.take(names, at_once) for name in part]
    return taken, sweep.cursor


@given(st.lists(st.text("abc", min_size=1), unique=True, max_size=20), st.integers(1, 3))
def test_every_project_has_its_turn_once_a_sweep(names: list[str], at_once: int) -> None:
    cursor, seen = None, []
    for _ in range(len(names) + 1):
        taken, cursor = tick(cursor, names, at_once=at_once)
        seen += taken
    assert seen == sorted(names)


def test_a_project_that_comes_or_goes_in_between_shifts_no_other() -> None:
    taken, cursor = tick(None, list("bdfhjl"))
    assert taken == list("bdf")
    assert tick(cursor, list("abchjkl"))[0] == list("hjk")


@pytest.mark.parametrize("cursor", ["", "{", "[]", '{"began": "x"}', "null"])
def test_a_cursor_that_can_not_be_read_begins_again(cursor: str) -> None:
    assert tick(cursor, ["a"])[0] == ["a"]
