"""What a call could have answered instead: other values near a value, by name, and what tells two values apart.

It is extreme mutation (Descartes for PIT, arXiv 1807.05030) of results instead of code.
"""

import collections
import contextlib
import copy
import datetime
import enum
import hashlib
import inspect
import math
import numbers
import pathlib
import re

LONGEST_TEXT = 200
_MOST_PARTS, _MOST_ITEMS, _DAY = 8, 1000, datetime.timedelta(days=1)
_ATTRIBUTE = "attribute "
# What differs from run to run, or is named after the test: it says nothing about a call.
_UNSTEADY = [
    (re.compile(r" at 0x[0-9a-f]+"), ""),
    (re.compile(r"[\w.]+\.<locals>\."), ""),
    (re.compile(r"<(class|function|module) '?(?:\w+\.)*(\w+)"), r"<\1 '\2"),
    (re.compile(r"/[^\s'\"]*pytest-of-[^\s'\"/]*/pytest-\d+/[^\s'\"/]*"), "<temporary folder>"),
]


class RaisedError:
    """An exception as the result of a call."""

    def __init__(self, error):
        self.error = error

    def __repr__(self):
        return "%s(%s)" % (type(self.error).__name__, str(self.error)[:LONGEST_TEXT])


class Member:
    """Data that collections and texts may hold, too."""

    def __init__(self, value):
        self.value = value

    def added_to(self, value):
        """A collection or a text with it; None where it does not belong."""
        kind, own = type(value), self.value
        if kind is str:
            return value + own if isinstance(own, str) and own not in value else None
        if kind in (list, tuple, set) and own not in value and all(type(one) is type(own) for one in value):
            return kind([*value, own])
        return {**value, own: 1} if kind is dict and own not in value else None


def text_of(value):
    """A text of a value that is the same in each run that makes it in the same way; a long one ends with its hash."""
    try:
        text = repr(value)
    except Exception:
        return "<%s>" % type(value).__name__
    for pattern, replacement in _UNSTEADY:
        text = pattern.sub(replacement, text)
    if len(text) <= LONGEST_TEXT:
        return text
    return "%s... [%s]" % (text[:LONGEST_TEXT], hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8])


def leave_out(folder):
    """Have no text name this folder any more: the same tests run in another one, too."""
    _UNSTEADY.append((re.compile(re.escape(folder) + r"/?"), ""))


def corruptions(value, arguments=(), others=()):
    """Other results by the name of their kind: none has the type and the text of the value. others: more of them."""
    return {
        name: other
        for name, other in _kinds(value, arguments, others)
        if name.startswith(_ATTRIBUTE) or isinstance(other, RaisedError) or is_unlike(value, other)
    }


def corrupted(value, kind, arguments=(), others=()):
    """The other result of one kind; the value where there is none."""
    return next((other for name, other in _kinds(value, arguments, others) if name == kind), value)


def _kinds(value, arguments, others):
    if isinstance(value, RaisedError):
        yield from _other_errors(value.error)
        return
    yield from _other_values(value)
    for other in others:
        if isinstance(other, Member):
            if other.added_to(value) is not None:
                yield "with %r" % (other.value,), other.added_to(value)
        elif type(other) is type(value) or isinstance(other, RaisedError):
            yield ("raises %r" if isinstance(other, RaisedError) else "value %r") % (other,), other
    if arguments:
        yield "first argument", arguments[0]
    yield "error", RaisedError(RuntimeError("corrupted"))


def is_unlike(value, other):
    """Whether two values differ in type or text."""
    return type(other) is not type(value) or text_of(other) != text_of(value)


def _other_errors(error):
    yield "no error", None
    other = ArithmeticError if isinstance(error, LookupError) else LookupError
    yield "other error", RaisedError(other(*error.args))
    parent = type(error).__mro__[1]
    if issubclass(parent, Exception):
        yield from _raised("wider error", parent, error.args)
    yield from _raised("other message", type(error), ("corrupted",))


def _raised(kind, cls, args):
    try:
        yield kind, RaisedError(cls(*args))
    except Exception:  # an exception that wants other arguments
        return


def _other_values(value):
    if value is None:
        yield "zero", 0
        return
    yield "none", None
    others = _others_of_type(value)
    if others is None:
        yield from _other_attributes(value)
        return
    with contextlib.suppress(Exception):  # a class of the project's that can't be made so
        yield from others(value)


def _other_int(value):
    many = {"+1": value + 1, "-1": value - 1, "negative": -value, "zero": 0, "double": 2 * value, "text": str(value)}
    return many.items()


def _other_float(value):
    step = max(1e-3, abs(value) * 1e-3) if math.isfinite(value) else 1.0
    many = {"+1": value + 1, "more": value + step, "less": value - step, "negative": -value, "zero": 0.0}
    return many.items()


def _other_text(value):
    extra = "x" if isinstance(value, str) else b"x"
    yield from {"empty": value[:0], "longer": value + extra, "before": extra + value}.items()
    yield from {"shorter": value[:-1], "first less": value[1:], "upper": value.upper()}.items()
    yield from {"lower": value.lower(), "reversed": value[::-1], "stripped": value.strip()}.items()
    if isinstance(value, str):
        yield "another digit", re.sub(r"\d+", lambda found: str(int(found[0]) + 1), value, count=1)
        yield "other digits", re.sub(r"\d", lambda found: str((int(found[0]) + 1) % 10), value)
        yield "another letter", value[: len(value) // 2] + "~" + value[len(value) // 2 + 1 :]


def _other_sequence(value):
    make = type(value)._make if hasattr(value, "_make") else type(value)
    items = list(value)
    if not hasattr(value, "_make"):
        longer = [*items, *(items[-1:] or [0])]
        for kind, some in (("empty", ()), ("longer", longer), ("shorter", items[:-1]), ("first less", items[1:])):
            yield kind, make(some)
    yield "reversed", make(items[::-1])
    if len(items) <= _MOST_ITEMS:
        yield "items", make(list(map(first_other, items)))
    for place in sorted({0, len(items) // 2, len(items) - 1} & set(range(len(items)))):
        for kind, other in _other_parts(items[place]):
            yield "item %d%s" % (place, kind), make([*items[:place], other, *items[place + 1 :]])


def _other_mapping(value):
    keys = list(value)
    yield "empty", _mapping(value, ())
    yield "more", _mapping(value, [*value.items(), ("corrupted", 1)])
    yield "less", _mapping(value, [(key, value[key]) for key in keys[:-1]])
    if len(keys) <= _MOST_ITEMS:
        yield "values", _mapping(value, [(key, first_other(item)) for key, item in value.items()])
    for key in keys[:_MOST_PARTS]:
        for kind, other in _other_parts(value[key]):
            changed = [(name, other if name is key else item) for name, item in value.items()]
            yield "value of %s%s" % (text_of(key), kind), _mapping(value, changed)


def _mapping(value, items):
    made = copy.copy(value)
    made.clear()
    dict.update(made, items)  # a Counter's own adds
    return made


def _other_set(value):
    items = {"empty": (), "more": [*value, "corrupted"], "less": sorted(value, key=text_of)[:-1]}
    return ((name, type(value)(some)) for name, some in items.items())


def _other_attributes(value, depth=3):
    """Copies of an object, each with one other attribute."""
    if inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value) or hasattr(type(value), "__del__"):
        return
    slots = [getattr(kind, "__slots__", ()) for kind in type(value).__mro__]
    named = {name for one in slots for name in ([one] if isinstance(one, str) else one)}
    for name in sorted(named.union(getattr(value, "__dict__", ())) - {"__dict__", "__weakref__"})[:_MOST_PARTS]:
        try:
            made, known = copy.copy(value), getattr(value, name)
            other = first_other(known, depth)
            if made is value or other is known:  # an object of which there is one alone
                continue
            object.__setattr__(made, name, other)
        except Exception:
            continue
        yield _ATTRIBUTE + name, made


def _other_member(value):
    return (("member %s" % other.name, other) for other in list(type(value))[:_MOST_PARTS] if other is not value)


def _other_parts(value):
    """Other values of a part: the first one, and for an object one for each of its attributes."""
    found = []
    if isinstance(value, dict):
        keys = list(value)[:_MOST_PARTS]
        found = [(text_of(key), _mapping(value, {**value, key: first_other(value[key])}.items())) for key in keys]
    elif not isinstance(value, _DATA):
        found = list(_other_attributes(value))
    if not found:
        yield "", first_other(value)
    for kind, other in found:
        yield ", " + kind, other


def first_other(value, depth=3):
    """One other value of a part; what looks like all others, or lies too deep, remains as it is."""
    if depth == 0:
        return value
    found = iter(())
    with contextlib.suppress(Exception):  # a class of the project's that can't be made so
        if isinstance(value, (list, tuple, collections.deque)) and 0 < len(value) <= _MOST_ITEMS:
            make = type(value)._make if hasattr(value, "_make") else type(value)
            found = iter([make([first_other(item, depth - 1) for item in value])])
        elif isinstance(value, dict) and 0 < len(value) <= _MOST_ITEMS:
            found = iter([_mapping(value, [(key, first_other(item, depth - 1)) for key, item in value.items()])])
        elif isinstance(value, (list, tuple, collections.deque, dict)):
            return type(value)([("corrupted", 1)])
        elif isinstance(value, _DATA) or _others_of_type(value) is not None:
            found = (other for name, other in _other_values(value) if name not in ("none", "empty"))
        else:
            found = (other for _, other in _other_attributes(value, depth - 1))
        return next((other for other in found if is_unlike(value, other)), value)
    return value


def _others_of_type(value):
    return next((others for kinds, others in _BY_TYPE if isinstance(value, kinds)), None)


_DATA = (type(None), int, float, str, bytes, list, tuple, dict, set, frozenset)
_BY_TYPE = (
    (enum.Enum, _other_member),
    (pathlib.PurePath, lambda value: [("other name", value.with_name(value.name + "x")), ("parent", value.parent)]),
    (bool, lambda value: [("not", not value)]),
    (int, _other_int),
    (float, _other_float),
    ((str, bytes), _other_text),
    ((list, tuple, collections.deque), _other_sequence),
    (dict, _other_mapping),
    ((set, frozenset), _other_set),
    (numbers.Number, lambda value: [("+1", value + 1), ("negative", -value)]),
    ((datetime.date, datetime.timedelta), lambda value: [("later", value + _DAY), ("earlier", value - _DAY)]),
)
