"""Delta debugging: the smallest part of a change that still has the effect of the whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def minimise(items: Sequence[T], good: Callable[[Sequence[T]], bool]) -> list[T]:
    """A part of `items` for which `good` holds and from which no single item can be left out (1-minimal).

    `items` as a whole must be good. This is `ddmin` of Zeller and Hildebrandt, "Simplifying and isolating
    failure-inducing input" (2002): halves, their complements, then ever finer parts. The most suspicious items should
    come first, because parts are tried in order. If `good` always returns False from some point on (the time is over,
    for instance), the part reached so far is returned.
    """
    left, parts = list(items), 2
    while len(left) > 1:
        size = -(-len(left) // parts)
        chunks = [left[start : start + size] for start in range(0, len(left), size)]
        chunk = next((chunk for chunk in chunks if good(chunk)), None)
        if chunk is not None:
            left, parts = chunk, 2
            continue
        rest = next((rest for rest in _complements(chunks) if good(rest)), None) if len(chunks) > 2 else None
        if rest is not None:
            left, parts = rest, max(parts - 1, 2)
        elif size == 1:
            break
        else:
            parts = min(len(left), 2 * parts)
    return left


def _complements(chunks: Sequence[list[T]]) -> list[list[T]]:
    return [[item for chunk in chunks if chunk is not left_out for item in chunk] for left_out in chunks]
