"""Arguments near a given one: boundary values, empty, negative, shorter and longer ones of the same type.

Objects are near another that differs in one attribute; those come last, since few of them may be sound.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import copy

LARGE = 100000
LONG = 200
# A tuple of so few parts is taken for a record: no caller leaves out a part of one.
RECORD = 4


def others(call):
    """Calls that differ from a call in one argument, likeliest to matter first."""
    yield from _in_turns(call, [(position, list(near(value))) for position, value in enumerate(call.args)])
    yield from _in_turns(call, [(position, list(_near_object(value))) for position, value in enumerate(call.args)])


def _in_turns(call, ways):
    rounds = max((len(values) for _, values in ways), default=0)
    for number in range(rounds):
        for position, values in ways:
            if number < len(values):
                yield call.with_argument(position, values[number])


def near(value):
    """Values of the same type; none for what is no plain data."""
    kind = type(value)
    if kind is bool:
        yield not value
    elif kind is int:
        yield from _unlike(value, _near_int(value))
    elif kind is float:
        yield from _unlike(value, (0.0, -value, value + 0.5, value + 1, value / 2))
    elif kind in (str, bytes) and len(value) <= LONG:
        yield from _unlike(value, _near_text(value))
    elif kind is tuple and 0 < len(value) <= RECORD:
        yield from _unlike(value, _near_record(value))
    elif kind in (list, tuple) and len(value) <= LONG:
        yield from _unlike(value, _near_list(value))
    elif kind is dict and len(value) <= LONG:
        yield from _near_fields(value) if _is_record(value) else _near_dict(value)
    elif kind in (set, frozenset) and value:
        yield kind()


def _near_object(value):
    """Copies of an object that differ in one attribute of plain data."""
    attributes = getattr(value, "__dict__", None)
    if type(attributes) is not dict or isinstance(value, type) or callable(value):
        return
    for name in sorted(attributes):
        for other in list(near(attributes[name]))[:4]:
            changed = copy.deepcopy(value)
            changed.__dict__[name] = other
            yield changed


def _unlike(value, found):
    seen = [value]
    for one in found:
        if one not in seen:
            seen.append(one)
            yield one


def _near_int(value):
    if abs(value) > LARGE:
        return (value - 1, value + 1, 0)
    return (0, value + 1, value - 1, -value, 1, -1, 2 * value)


def _near_text(value):
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


def _near_list(value):
    yield value[:0]
    yield value[:-1]
    yield value[1:]
    yield value[::-1]
    yield value + value[-1:]
    for position in (0, len(value) - 1) if value else ():
        for other in list(near(value[position]))[:3]:
            yield value[:position] + type(value)([other]) + value[position + 1 :]


def _near_record(value):
    for position, part in enumerate(value):
        for other in list(near(part))[:3]:
            yield (*value[:position], other, *value[position + 1 :])


def _is_record(value):
    """Whether a dict has fields of several types under names."""
    named = all(type(key) is str and key.isidentifier() for key in value)
    return named and len({type(one) for one in value.values()}) > 1


def _near_fields(value):
    for key in value:
        for other in list(near(value[key]))[:3]:
            yield {**value, key: other}


def _near_dict(value):
    if value:
        yield {}
        yield dict(list(value.items())[:-1])
    for key in list(value)[:2]:
        for other in list(near(value[key]))[:2]:
            yield {**value, key: other}
