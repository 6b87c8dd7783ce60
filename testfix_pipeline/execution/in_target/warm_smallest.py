"""The smallest part of a list with a property that the whole list has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def smallest(
    parts: Sequence[Any], works: Callable[[Sequence[Any]], bool], fixed: Sequence[Any] = (), changed: bool = False
) -> list[Any]:
    """Return a smallest part of a list for which `works` holds, as it does for the whole list: QuickXplain.

    `works` is called with parts of the list, in its order, about log2(length) times for each element of the result.
    """
    if changed and works(list(fixed)):
        return []
    if len(parts) == 1:
        return list(parts)
    half = len(parts) // 2
    second = smallest(parts[half:], works, [*fixed, *parts[:half]], True)
    first = smallest(parts[:half], works, [*fixed, *second], bool(second))
    return [*first, *second]
