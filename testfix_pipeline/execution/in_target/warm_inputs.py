"""Similar arguments to a given one: boundary, empty, negative, shorter and longer values of the same type.

Objects are near another that differs in one attribute; those come last, since few of them may be sound.
"""

import copy
import itertools

LARGE = 100000
LONG = 200
# A tuple of so few parts is taken for a record: no caller leaves out a part of one.
RECORD = 4
_NONE = object()


def neighbouring_calls(call):
    """Yield calls that differ from a call in one argument, the likeliest to matter first."""
    for vary in (similar_values, _similar_objects):
        for row in itertools.zip_longest(*map(vary, call.args), fillvalue=_NONE):
            for position, value in enumerate(row):
                if value is not _NONE:
                    yield call.with_argument(position, value)


def similar_values(value):
    """Yield values of the same type; none for a value that is not plain data."""
    kind = type(value)
    if kind is bool:
        yield not value
    elif kind is int:
        many = (0, value + 1, value - 1, -value, 1, -1, 2 * value)
        yield from _without_equals(value, (value - 1, value + 1, 0) if abs(value) > LARGE else many)
    elif kind is float:
        yield from _without_equals(value, (0.0, -value, value + 0.5, value + 1, value / 2))
    elif kind in (str, bytes) and len(value) <= LONG:
        space, last = " " if kind is str else b" ", value[-1:]
        near = (value[:0], value[:-1], value[1:], space + value, value + space, value + last)
        yield from _without_equals(value, (*near, value.upper(), value[::-1], value * 2))
    elif kind is tuple and 0 < len(value) <= RECORD:
        yield from _without_equals(value, _with_other_items(value, range(len(value))))
    elif kind in (list, tuple) and len(value) <= LONG:
        lists = (value[:0], value[:-1], value[1:], value[::-1], value + value[-1:])
        places = (0, len(value) - 1) if value else ()
        yield from _without_equals(value, itertools.chain(lists, _with_other_items(value, places)))
    elif kind is dict and len(value) <= LONG:
        yield from _similar_dicts(value)
    elif kind in (set, frozenset) and value:
        yield kind()


def _similar_objects(value):
    """Yield copies of an object that differ in one attribute of plain data."""
    attributes = getattr(value, "__dict__", None)
    if type(attributes) is not dict or isinstance(value, type) or callable(value):
        return
    for name in sorted(attributes):
        for other in list(similar_values(attributes[name]))[:4]:
            changed = copy.deepcopy(value)
            changed.__dict__[name] = other
            yield changed


def _without_equals(value, found):
    seen = [value]
    for candidate in found:
        if candidate not in seen:
            seen.append(candidate)
            yield candidate


def _with_other_items(value, positions):
    for position in positions:
        for other in itertools.islice(similar_values(value[position]), 3):
            yield value[:position] + type(value)([other]) + value[position + 1 :]


def _similar_dicts(value):
    """Yield dictionaries with another value; shorter ones, too, unless it is a record: names, values of many types."""
    is_named = all(type(key) is str and key.isidentifier() for key in value)
    is_record = is_named and len({type(one) for one in value.values()}) > 1
    if value and not is_record:
        yield {}
        yield dict(list(value.items())[:-1])
    for key in value if is_record else list(value)[:2]:
        for other in itertools.islice(similar_values(value[key]), 3 if is_record else 2):
            yield {**value, key: other}
