"""Similar arguments to a given one: boundary, empty, negative, shorter and longer values of the same type.

Objects are near another that differs in one attribute; those come last, since few of them may be sound.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import copy

LARGE = 100000
LONG = 200
# A tuple of so few parts is taken for a record: no caller leaves out a part of one.
RECORD = 4


def neighbouring_calls(call):
    """Yield calls that differ from a call in one argument, the likeliest to matter first."""
    yield from _alternate_positions(
        call, [(position, list(similar_values(value))) for position, value in enumerate(call.args)]
    )
    yield from _alternate_positions(
        call, [(position, list(_similar_objects(value))) for position, value in enumerate(call.args)]
    )


def _alternate_positions(call, ways):
    rounds = max((len(values) for _, values in ways), default=0)
    for number in range(rounds):
        for position, values in ways:
            if number < len(values):
                yield call.with_argument(position, values[number])


def similar_values(value):
    """Yield values of the same type; none for a value that is not plain data."""
    kind = type(value)
    if kind is bool:
        yield not value
    elif kind is int:
        yield from _without_equals(value, _similar_ints(value))
    elif kind is float:
        yield from _without_equals(value, (0.0, -value, value + 0.5, value + 1, value / 2))
    elif kind in (str, bytes) and len(value) <= LONG:
        yield from _without_equals(value, _similar_texts(value))
    elif kind is tuple and 0 < len(value) <= RECORD:
        yield from _without_equals(value, _similar_records(value))
    elif kind in (list, tuple) and len(value) <= LONG:
        yield from _without_equals(value, _similar_lists(value))
    elif kind is dict and len(value) <= LONG:
        yield from _similar_field_dicts(value) if _is_record(value) else _similar_dicts(value)
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


def _similar_ints(value):
    if abs(value) > LARGE:
        return (value - 1, value + 1, 0)
    return (0, value + 1, value - 1, -value, 1, -1, 2 * value)


def _similar_texts(value):
    empty = value[:0]
    space = " " if isinstance(value, str) else b" "
    return (
        empty,
        value[:-1],
        value[1:],
        space + value,
        value + space,
        value + value[-1:],
        value.upper(),
        value[::-1],
        value * 2,
    )


def _similar_lists(value):
    yield value[:0]
    yield value[:-1]
    yield value[1:]
    yield value[::-1]
    yield value + value[-1:]
    for position in (0, len(value) - 1) if value else ():
        for other in list(similar_values(value[position]))[:3]:
            yield value[:position] + type(value)([other]) + value[position + 1 :]


def _similar_records(value):
    for position, part in enumerate(value):
        for other in list(similar_values(part))[:3]:
            yield (*value[:position], other, *value[position + 1 :])


def _is_record(value):
    """Whether a dict has identifiers as keys and values of several types."""
    named = all(type(key) is str and key.isidentifier() for key in value)
    return named and len({type(one) for one in value.values()}) > 1


def _similar_field_dicts(value):
    for key in value:
        for other in list(similar_values(value[key]))[:3]:
            yield {**value, key: other}


def _similar_dicts(value):
    if value:
        yield {}
        yield dict(list(value.items())[:-1])
    for key in list(value)[:2]:
        for other in list(similar_values(value[key]))[:2]:
            yield {**value, key: other}
