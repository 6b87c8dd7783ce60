"""Data near what a test gives a function: of the same shape first, then shorter, longer, empty and boundary values.

What answers a test's input alone changes for none of them; what fixes a defect changes for some.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import islice, repeat, zip_longest
from typing import Any

from testfix_pipeline.core.patch_policy.second_look import DIGITS, EDGES, FAR
from testfix_pipeline.execution.in_target import warm_inputs
from testfix_pipeline.execution.in_target.testfix_plain import Made

Near = tuple[str, Any]
"""What of a value was changed: "", DIGITS, EDGES, FAR or the name of a field (see `Neighbour`); the value."""

_LONGEST = 200
_EACH = 6  # values near one of an object's fields or a collection's items
_PARTS = re.compile(r"\d+|[^\W\d_]+|[\W_]+")
_STEPS = (10, 100, 1000)
_DAYS = (1, -1, 7, 30, -365)


def near(value: Any) -> Iterator[Near]:
    """Other values of the same type, the likeliest to be answered in the same way first; none equals the value."""
    seen = [value]
    for part, one in _others(value):
        if one not in seen:
            seen.append(one)
            yield part, one


def in_turns(*ways: Iterable[Any]) -> Iterator[Any]:
    """One of each way, then the next of each."""
    nothing = object()
    for row in zip_longest(*ways, fillvalue=nothing):
        yield from (one for one in row if one is not nothing)


def _others(value: Any) -> Iterator[Near]:
    if isinstance(value, str):
        digits = ((DIGITS, one) for one in _other_digits(value)) if len(value) <= _LONGEST else ()
        yield from in_turns(digits, _whole(_other_letters(value)), _whole(_pieces(value)), _edges(value))
    elif isinstance(value, Made):
        yield from _other_fields(value)
    elif isinstance(value, list | tuple) and 0 < len(value) <= _LONGEST:
        yield from in_turns(_whole(_other_items(value)), _edges(value))
    elif isinstance(value, Decimal | Fraction):
        yield from _whole(_other_numbers(value))
    elif isinstance(value, datetime.date | datetime.timedelta):
        yield from _whole(_other_times(value))
    elif type(value) is int:
        yield from in_turns(_whole(_plain(value)), ((FAR, value + step) for step in _STEPS))
    else:
        yield from _whole(_plain(value))


def _whole(values: Iterable[Any]) -> Iterator[Near]:
    return (("", one) for one in values)


def _edges(value: Any) -> Iterator[Near]:
    return ((EDGES, one) for one in _plain(value))


def _plain(value: Any) -> Iterator[Any]:
    yield from warm_inputs.similar_values(value)  # type: ignore[no-untyped-call]


def _other_digits(value: str) -> Iterator[str]:
    """The text with one digit for another."""
    places = _ends_first([at for at, one in enumerate(value) if one.isascii() and one.isdigit()])
    for step in (1, 5):
        for at in places:
            yield value[:at] + str((int(value[at]) + step) % 10) + value[at + 1 :]


def _other_letters(value: str) -> Iterator[str]:
    letters = [at for at, one in enumerate(value[:_LONGEST]) if one.isascii() and one.isalpha()]
    for at in _ends_first(letters)[:3]:
        yield value[:at] + ("e" if value[at].islower() else "E") + value[at + 1 :]


def _ends_first(places: list[int]) -> list[int]:
    return list(dict.fromkeys([*places[:2], *places[-2:], *places]))[:5]


def _pieces(value: str) -> Iterator[str]:
    """What a text is made of, up to and from where letters, digits and signs meet; the first with other digits."""
    joints = [found.end() for found in _PARTS.finditer(value[:_LONGEST])][:-1]
    for at in _ends_first(joints):
        yield value[:at]
        yield value[at:]
    yield from (one for at in joints[1:2] for one in _other_digits(value[:at]))


def _other_numbers(value: Any) -> Iterator[Any]:
    kind = type(value)
    if isinstance(value, Decimal) and not value.is_finite():
        return
    yield from (value + 1, value - 1, value * 2, -value, kind(0), value + kind("0.01"), value / 2)


def _other_times(value: Any) -> Iterator[Any]:
    for days in _DAYS:
        with suppress(OverflowError):
            yield value + datetime.timedelta(days)
    if isinstance(value, datetime.datetime | datetime.timedelta):
        yield value + datetime.timedelta(seconds=1)


def _other_fields(value: Made) -> Iterator[Near]:
    """The object with one field changed."""
    fields = value.fields or {}
    ways = (zip(repeat(name), islice(near(given), _EACH), strict=False) for name, given in fields.items())
    for name, (_, other) in in_turns(*ways):
        yield name, Made(value.name, {**fields, name: other})  # type: ignore[no-untyped-call]


def _other_items(value: Any) -> Iterator[Any]:
    """The collection with its first or last item changed."""
    for at in dict.fromkeys((0, len(value) - 1)):
        for _, other in islice(near(value[at]), _EACH):
            yield value[:at] + type(value)([other]) + value[at + 1 :]
