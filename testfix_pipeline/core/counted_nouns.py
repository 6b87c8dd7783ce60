"""Counts, lists and durations in words. Imports nothing of its own: commands that start quickly use it."""

from __future__ import annotations

import math
from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """`1 test`, `2 tests`, `1,200 tests`; the noun takes an `s`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def rough_duration(seconds: float) -> str:
    """Seconds as people say them: `0.4 s`, `45 s`, `9 min`, `3 h`; rounded up."""
    if seconds < 2:
        return f"{math.ceil(max(0.0, seconds) * 10) / 10:.1f} s"
    if seconds <= 100:
        return f"{math.ceil(seconds)} s"
    minutes = math.ceil(seconds / 60)
    return f"{minutes} min" if minutes <= 100 else f"{math.ceil(minutes / 60)} h"


def first_names(names: Sequence[str], most: int = 5) -> str:
    """`a, b, c and 7 more`: at most `most` names, and the number of the others; "" for none."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
