"""Counts and lists in words. Imports nothing but types: commands that start quickly use it."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """`1 test`, `2 tests`, `1,200 tests`; the noun takes an `s`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def first_names(names: Sequence[str], most: int = 5) -> str:
    """`a, b, c and 7 more`: at most `most` names, and the number of the others; "" for none."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
