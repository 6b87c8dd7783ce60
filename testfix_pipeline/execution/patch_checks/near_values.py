"""Generates values similar to a test's: of the same shape first, then shorter, longer, empty and boundary values.

What answers a test's input alone changes for none of them; what fixes a defect changes for some.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import islice, repeat, zip_longest
from typing import Any

from testfix_pipeline.core.patch_policy.second_look import ALONG, DIGITS, EDGES, FAR, LENGTH, TYPE
from testfix_pipeline.execution.in_target import warm_inputs
from testfix_pipeline.execution.in_target.testfix_plain import SymbolicObject

Near = tuple[str, Any]
"""What of a value was changed: "", DIGITS, EDGES, FAR, a field or an item (see `SimilarCall`); the value."""

MOST_NEAR = 12
"""How many similar values a test has in the place of one."""
_LONGEST = 200
_EACH = 6  # values near one of an object's fields or a collection's items
_PARTS = re.compile(r"\d+|[^\W\d_]+|[\W_]+")
_STEPS = (10, 100, 1000)
_SMALL_STEPS = (2, -2, 3)
_ALONG = (1, 2, 3, 5, 7)
_FAREST, _LEAST_ITEMS = 1e6, 3
_DAYS = (1, -1, 7, 30, -365)


def similar_values(value: Any) -> Iterator[Near]:
    """Yield other values of the same type, the likeliest to give the same result first; none equals the value."""
    seen = [value]
    for part, one in _candidates(value):
        if one not in seen:
            seen.append(one)
            yield part, one


def values_in_pattern(value: Any) -> Iterator[tuple[str, float, Any]]:
    """Yield (part, step, other) for a number ALONG a line, a text or list of another LENGTH, a sequence of other TYPE.

    A list of numbers lies on a line, too: all of them are moved by one step.
    """
    if isinstance(value, list | tuple) and 0 < len(value) <= _LONGEST:
        yield TYPE, 0.0, list(value) if isinstance(value, tuple) else tuple(value)
        if len(value) > 1 and {*map(type, value)} <= {int, float}:
            moved = (step * way for step in _ALONG for way in (1, -1))
            yield from ((ALONG, float(step), type(value)(one + step for one in value)) for step in moved)
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _FAREST:
        digits = len(repr(value).partition(".")[2]) if isinstance(value, float) else 0
        scales = [10**power for power in range(1, digits + len(str(int(abs(value)))))]
        for step in (*_ALONG, *scales):
            for way in (step, -step):
                other = round(value + way / 10**digits, digits) if digits else value + way
                if (other > 0) == (value > 0):
                    yield ALONG, float(other - value), other
    elif isinstance(value, str | list | tuple) and _LEAST_ITEMS <= len(value) <= _LONGEST:
        for other in _of_other_length(value):
            yield LENGTH, float(len(other) - len(value)), other


def _of_other_length(value: Any) -> Iterator[Any]:
    yield from (value[:-1], value[:-2])
    yield from (value + more for more in (value[-1:], value[-2:], value[:4], value))


def vary_each(values: Sequence[Any], known: Collection[Any]) -> Iterator[tuple[int, str, Any]]:
    """Yield (number of a value, changed part, other value) for each value in turn, without what is `known`.

    What the tests give by themselves may be learnt, too.
    """
    ways = ([(number, part, other) for part, other in _unknown(one, known)] for number, one in enumerate(values))
    return alternate(*ways)


def _unknown(value: Any, known: Collection[Any]) -> Iterator[Near]:
    return islice((near for near in similar_values(value) if near[1] not in known), MOST_NEAR)


def alternate(*ways: Iterable[Any]) -> Iterator[Any]:
    """Yield one item of each iterator in turn, until all are exhausted."""
    nothing = object()
    for row in zip_longest(*ways, fillvalue=nothing):
        yield from (one for one in row if one is not nothing)


def _candidates(value: Any) -> Iterator[Near]:
    if isinstance(value, str):
        digits = ((DIGITS, one) for one in _with_other_digits(value)) if len(value) <= _LONGEST else ()
        yield from alternate(
            digits, _as_whole(_with_other_letters(value)), _as_whole(_text_pieces(value)), _boundary_values(value)
        )
    elif isinstance(value, SymbolicObject):
        # the object with one field changed
        fields = value.fields or {}
        ways = (zip(repeat(name), islice(similar_values(given), _EACH), strict=False) for name, given in fields.items())
        for name, (_, other) in alternate(*ways):
            yield name, SymbolicObject(value.name, {**fields, name: other})  # type: ignore[no-untyped-call]
    elif isinstance(value, list | tuple) and 0 < len(value) <= _LONGEST:
        yield from alternate(_with_other_item(value), _boundary_values(value))
    elif isinstance(value, Decimal | Fraction):
        yield from _as_whole(_similar_numbers(value))
    elif isinstance(value, datetime.date | datetime.timedelta):
        yield from _as_whole(_similar_times(value))
    elif type(value) is int:
        near = (*_similar_scalars(value), *(value + step for step in _SMALL_STEPS if abs(value) > max(_STEPS)))
        yield from alternate(_as_whole(near), ((FAR, value + step) for step in _STEPS))
    else:
        yield from _as_whole(_similar_scalars(value))


def _as_whole(values: Iterable[Any]) -> Iterator[Near]:
    return (("", one) for one in values)


def _boundary_values(value: Any) -> Iterator[Near]:
    return ((EDGES, one) for one in _similar_scalars(value))


def _similar_scalars(value: Any) -> Iterator[Any]:
    yield from warm_inputs.similar_values(value)  # type: ignore[no-untyped-call]


def replaced_characters(value: str) -> Iterator[str]:
    """Yield the text with one letter or digit replaced."""
    letters = (one for letter in "eq" for one in _with_other_letters(value, letter))
    yield from (one for one in alternate(letters, _with_other_digits(value)) if one.lower() != value.lower())


def _with_other_digits(value: str) -> Iterator[str]:
    """Yield the text with one digit replaced."""
    places = _order_from_ends([at for at, one in enumerate(value) if one.isascii() and one.isdigit()])
    for step in (1, 5):
        for at in places:
            yield value[:at] + str((int(value[at]) + step) % 10) + value[at + 1 :]


def _with_other_letters(value: str, letter: str = "e") -> Iterator[str]:
    letters = [at for at, one in enumerate(value[:_LONGEST]) if one.isascii() and one.isalpha()]
    for at in _order_from_ends(letters)[:3]:
        yield value[:at] + (letter if value[at].islower() else letter.upper()) + value[at + 1 :]


def _order_from_ends(places: list[int]) -> list[int]:
    return list(dict.fromkeys([*places[:2], *places[-2:], *places]))[:5]


def _text_pieces(value: str) -> Iterator[str]:
    """Yield the parts of a text before and after changes between letters, digits and signs."""
    joints = [found.end() for found in _PARTS.finditer(value[:_LONGEST])][:-1]
    for at in _order_from_ends(joints):
        yield value[:at]
        yield value[at:]
    yield from (one for at in joints[1:2] for one in _with_other_digits(value[:at]))


def _similar_numbers(value: Any) -> Iterator[Any]:
    kind = type(value)
    if isinstance(value, Decimal) and not value.is_finite():
        return
    yield from (value + 1, value - 1, value * 2, -value, kind(0), value + kind("0.01"), value / 2)


def _similar_times(value: Any) -> Iterator[Any]:
    for days in _DAYS:
        with suppress(OverflowError):
            yield value + datetime.timedelta(days)
    if isinstance(value, datetime.datetime | datetime.timedelta):
        yield value + datetime.timedelta(seconds=1)


def _with_other_item(value: Any) -> Iterator[Near]:
    """Yield the collection with its first or last item changed, and with it all that are equal to it."""
    ends = {f"item {at}": value[at] for at in (0, -1) if at == 0 or value[at] != value[0]}
    ways = (zip(repeat(part), islice(similar_values(item), _EACH), strict=False) for part, item in ends.items())
    for part, (_, other) in alternate(*ways):
        yield part, type(value)(other if is_same(one, ends[part]) else one for one in value)


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal and of one type: 1 is not True."""
    return type(one) is type(other) and bool(one == other)
