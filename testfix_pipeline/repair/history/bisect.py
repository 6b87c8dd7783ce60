"""Since when a test fails: the change after which it never passed again, found with few runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

State = Literal["pass", "fail", "unknown"]


def first_bad(changes: int, state: Callable[[int], State]) -> tuple[int, int] | None:
    """The changes among which the one is that broke it, as (newest, oldest) index; None where it never passed.

    Changes are counted from the newest, 0, to `changes - 1`; `state(n)` tries the code from before change `n`. The
    code as it is now fails. Steps double until one passes, then the interval is halved, as `git bisect` does; where the
    code can't be run ("unknown") the neighbours are tried and several changes may be left.
    """
    bad, good = -1, None
    step, here = 1, 0
    unknown: set[int] = set()
    while good is None:
        found = state(here)
        if found == "pass":
            good = here
            break
        if found == "fail":
            bad = here
        else:
            unknown.add(here)
        if here == changes - 1:
            return None
        here = min(here + step, changes - 1)
        step *= 2
    while True:
        middle = _middle(bad, good, unknown)
        if middle is None:
            return bad + 1, good
        found = state(middle)
        if found == "pass":
            good = middle
        elif found == "fail":
            bad = middle
        else:
            unknown.add(middle)


def _middle(bad: int, good: int, unknown: set[int]) -> int | None:
    """What to try next between the two: nearest to the middle and not known to be of no use."""
    left = [number for number in range(bad + 1, good) if number not in unknown]
    return min(left, key=lambda number: abs(2 * number - bad - good)) if left else None
