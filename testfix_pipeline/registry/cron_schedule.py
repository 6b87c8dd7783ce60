"""Checks the schedules of projects: five cron fields, in the syntax of Dagster's schedules."""

from __future__ import annotations

import re
from itertools import product

from testfix_pipeline.core.errors import InvalidConfig

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
# field, lowest, highest, names from the lowest on
_FIELDS = (
    ("minute", 0, 59, ()),
    ("hour", 0, 23, ()),
    ("day of the month", 1, 31, ()),
    ("month", 1, 12, _MONTHS),
    ("day of the week", 0, 7, _DAYS),
)
_LONGEST_MONTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
ALIASES = ("@hourly", "@daily", "@weekly", "@monthly", "@yearly")
_PART = re.compile(r"(\*|(\w+)(?:-(\w+))?)(?:/(\d{1,4}))?")


def check_cron(text: str) -> str:
    """Return `text` if it is a valid schedule: five cron fields, or `@daily` and such.

    The fields hold numbers, names, ranges, lists and steps. Raises InvalidConfig, which names the field and the error.
    """
    if text in ALIASES:
        return text
    fields = text.split()
    if len(fields) != len(_FIELDS):
        raise _refusal(text, f"it has {len(fields)} fields and not five")
    values = [_values(text, field, *known) for field, known in zip(fields, _FIELDS, strict=True)]
    days, months = values[2], values[3]
    if fields[4] == "*" and not any(day <= _LONGEST_MONTH[month - 1] for day, month in product(days, months)):
        raise _refusal(text, "that day never comes")
    return text


def _values(text: str, field: str, name: str, low: int, high: int, names: tuple[str, ...]) -> set[int]:
    found: set[int] = set()
    for part in field.lower().split(","):
        matched = _PART.fullmatch(part)
        if matched is None:
            raise _refusal(text, f"the {name} {field!r} is no number, range, list or step")
        whole, first, last, step = matched.groups()
        ends = (low, high) if whole == "*" else _ends(text, name, first, last, (low, high, names), bool(step))
        # a step longer than its range would repeat sooner than it says
        if step is not None and not 1 <= int(step) <= min(ends[1], 6 if names is _DAYS else high):
            raise _refusal(text, f"the {name} {field!r} has a step of {step}")
        found.update(range(ends[0], ends[1] + 1, int(step or 1)))
    return found


def _ends(
    text: str, name: str, first: str, last: str | None, known: tuple[int, int, tuple[str, ...]], step: bool
) -> tuple[int, int]:
    low, high, _names = known
    numbers = [_number(word, known) for word in (first, last or first)]
    if not all(low <= number <= high for number in numbers):
        raise _refusal(text, f"the {name} must be from {low} to {high}")
    if last is not None and numbers[0] >= numbers[1]:
        raise _refusal(text, f"the {name} {first}-{last} is no range from a lower to a higher one")
    return numbers[0], high if step and last is None else numbers[1]


def _number(word: str, known: tuple[int, int, tuple[str, ...]]) -> int:
    """Return the value of a number or name; an invalid text gives a value out of every range."""
    low, _high, names = known
    if word in names:
        return names.index(word) + low
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 4 else -1


def _refusal(text: str, why: str) -> InvalidConfig:
    return InvalidConfig(
        f"{text[:60]!r} is no cron schedule: {why}.",
        'Write minute, hour, day of the month, month, day of the week, such as "30 2 * * mon-fri".',
    )
