"""Finds the change after which a test never passed again, with few runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

State = Literal["pass", "fail", "unknown"]


def find_breaking_changes(changes: int, state: Callable[[int], State]) -> tuple[int, int] | None:
    """(newest, oldest) index of the changes among which the breaking one is; None if the test never passed.

    Changes are counted from the newest, 0, to `changes - 1`; `state(n)` tries the code from before change `n`. The
    present code fails. Steps double until a state passes, then the interval is halved, as `git bisect` does. If the
    code cannot be run ("unknown"), neighbours are tried and several changes may remain.
    """
    bad, good = -1, None
    step, index = 1, 0
    unknown: set[int] = set()
    while good is None:
        found = state(index)
        if found == "pass":
            good = index
            break
        if found == "fail":
            bad = index
        else:
            unknown.add(index)
        if index == changes - 1:
            return None
        index = min(index + step, changes - 1)
        step *= 2
    while True:
        middle = _next_to_try(bad, good, unknown)
        if middle is None:
            return bad + 1, good
        found = state(middle)
        if found == "pass":
            good = middle
        elif found == "fail":
            bad = middle
        else:
            unknown.add(middle)


def _next_to_try(bad: int, good: int, unknown: set[int]) -> int | None:
    """The next change to try between the two: nearest to the middle and not unknown; None if there is none."""
    left = [number for number in range(bad + 1, good) if number not in unknown]
    return min(left, key=lambda number: abs(2 * number - bad - good)) if left else None
