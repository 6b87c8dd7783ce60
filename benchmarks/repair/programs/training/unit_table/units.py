"""Durations like "1h30m"."""

import re

SECONDS = {"s": 1, "m": 60, "d": 86400}
NAMES = {"s": "second", "m": "minute", "h": "hour", "d": "day"}


def seconds(text):
    """How many seconds a duration has."""
    total = 0
    for count, unit in re.findall(r"(\d+)([a-z])", text):
        if unit not in SECONDS:
            raise ValueError(f"unknown unit: {unit}")
        total += int(count) * SECONDS[unit]
    return total


def words(text):
    """A duration in words."""
    found = []
    for count, unit in re.findall(r"(\d+)([a-z])", text):
        plural = "" if count == "1" else "s"
        found.append(f"{count} {NAMES[unit]}{plural}")
    return ", ".join(found)
