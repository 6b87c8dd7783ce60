"""What a call could have answered instead: other values near a value, by name, and what tells two values apart.

It is extreme mutation (Descartes for PIT, arXiv 1807.05030) of results instead of code. Standard library only, Python
3.9 and later.
"""

import contextlib
import copy
import datetime
import hashlib
import inspect
import math
import numbers
import re

LONGEST_TEXT = 200
_MOST_PARTS = 4
_ATTRIBUTE = "attribute "
# What differs from run to run, or is named after the test: it says nothing about a call.
_UNSTEADY = (
    (re.compile(r" at 0x[0-9a-f]+"), ""),
    (re.compile(r"[\w.]+\.<locals>\."), ""),
    (re.compile(r"<(class|function|module) '?(?:\w+\.)*(\w+)"), r"<\1 '\2"),
    (re.compile(r"/[^\s'\"]*pytest-of-[^\s'\"/]*/pytest-\d+/[^\s'\"/]*"), "<temporary folder>"),
)


class RaisedError:
    """An exception as the result of a call."""

    def __init__(self, error):
        self.error = error

    def __repr__(self):
        return "%s(%s)" % (type(self.error).__name__, str(self.error)[:LONGEST_TEXT])


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


def corruptions(value, arguments=(), others=()):
    """Other results by the name of their kind: none has the type and the text of the value. others: more of them."""
    if isinstance(value, RaisedError):
        return dict(_other_errors(value.error))
    found = dict(_other_values(value))
    for other in others:
        if type(other) is type(value) or isinstance(other, RaisedError):
            found[("raises %r" if isinstance(other, RaisedError) else "value %r") % (other,)] = other
    if arguments:
        found["first argument"] = arguments[0]
    found = {name: other for name, other in found.items() if name.startswith(_ATTRIBUTE) or is_unlike(value, other)}
    found["error"] = RaisedError(RuntimeError("corrupted"))
    return found


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
    for kinds, others in _BY_TYPE:
        if isinstance(value, kinds):
            with contextlib.suppress(Exception):  # a class of the project's that can't be made so
                yield from others(value)
            return
    yield from _other_attributes(value)


def _other_bool(value):
    yield "not", not value


def _other_int(value):
    yield "+1", value + 1
    yield "-1", value - 1
    yield "negative", -value
    yield "zero", 0
    yield "double", 2 * value
    yield "text", str(value)


def _other_float(value):
    step = max(1e-3, abs(value) * 1e-3) if math.isfinite(value) else 1.0
    yield "+1", value + 1
    yield "more", value + step
    yield "less", value - step
    yield "negative", -value
    yield "zero", 0.0


def _other_text(value):
    extra = "x" if isinstance(value, str) else b"x"
    yield "empty", value[:0]
    yield "longer", value + extra
    yield "before", extra + value
    yield "shorter", value[:-1]
    yield "first less", value[1:]
    yield "upper", value.upper()
    yield "lower", value.lower()
    yield "reversed", value[::-1]
    yield "stripped", value.strip()


def _other_sequence(value):
    make = type(value)._make if hasattr(value, "_make") else type(value)
    items = list(value)
    if not hasattr(value, "_make"):
        yield "empty", make(())
        yield "longer", make([*items, *(items[-1:] or [0])])
        yield "shorter", make(items[:-1])
        yield "first less", make(items[1:])
    yield "reversed", make(items[::-1])
    yield "items", make(list(map(first_other, items)))
    for place in sorted({0, len(items) // 2, len(items) - 1} & set(range(len(items)))):
        for kind, other in _other_parts(items[place]):
            yield "item %d%s" % (place, kind), make([*items[:place], other, *items[place + 1 :]])


def _other_mapping(value):
    keys = list(value)
    yield "empty", _mapping(value, ())
    yield "more", _mapping(value, [*value.items(), ("corrupted", 1)])
    yield "less", _mapping(value, [(key, value[key]) for key in keys[:-1]])
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


def _other_number(value):
    yield "+1", value + 1
    yield "negative", -value


def _other_time(value):
    yield "later", value + datetime.timedelta(days=1)
    yield "earlier", value - datetime.timedelta(days=1)


def _other_set(value):
    kind = type(value)
    yield "empty", kind()
    yield "more", kind([*value, "corrupted"])
    yield "less", kind(sorted(value, key=text_of)[:-1])


def _other_attributes(value):
    """Copies of an object, each with one other attribute."""
    if inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value):
        return
    for name in sorted(getattr(value, "__dict__", ()))[:_MOST_PARTS]:
        try:
            made = copy.copy(value)
            made.__dict__[name] = first_other(value.__dict__[name])
        except Exception:
            continue
        if made.__dict__[name] is not value.__dict__[name]:
            yield _ATTRIBUTE + name, made


def _other_parts(value):
    """Other values of a part: the first one, and for an object one for each of its attributes."""
    found = list(_other_attributes(value)) if not isinstance(value, _DATA) else []
    if not found:
        yield "", first_other(value)
    for kind, other in found:
        yield ", " + kind, other


def first_other(value):
    """The first other value of a part; an object that looks like all others remains as it is."""
    found = dict(_other_values(value))
    preferred = [found[name] for name in ("items", "values") if name in found]
    preferred += [other for name, other in found.items() if name not in ("none", "empty")]
    return next((other for other in preferred if is_unlike(value, other)), value)


_DATA = (type(None), int, float, str, bytes, list, tuple, dict, set, frozenset)
_BY_TYPE = (
    (bool, _other_bool),
    (int, _other_int),
    (float, _other_float),
    ((str, bytes), _other_text),
    ((list, tuple), _other_sequence),
    (dict, _other_mapping),
    ((set, frozenset), _other_set),
    (numbers.Number, _other_number),
    ((datetime.date, datetime.timedelta), _other_time),
)
