"""Counts in words. Imports nothing: commands that start quickly use it."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """`1 test`, `2 tests`, `1,200 tests`; the noun takes an `s`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
