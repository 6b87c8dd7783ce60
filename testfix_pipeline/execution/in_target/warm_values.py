"""The text of any value, equal for equal values: without addresses, sets sorted, objects by their attributes.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import re
import types

LONGEST = 160
DEEPEST = 4
MOST_ITEMS = 40

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_PLAIN = (int, float, complex, str, bytes, bool, type(None), type(Ellipsis), range)


def without_addresses(text):
    return _ADDRESS.sub("", text)


def value_text(value, longest=LONGEST):
    """The text of a value, at most `longest` characters."""
    try:
        found = _text(value, DEEPEST, ())
    except Exception as error:
        found = "<%s: %s>" % (type(value).__name__, type(error).__name__)
    return found if len(found) <= longest else found[: longest - 3] + "..."


def _text(value, depth, outer):
    kind = type(value)
    if kind in _PLAIN:
        return repr(value)
    if id(value) in outer or depth == 0:
        return "<%s>" % kind.__name__
    outer = (*outer, id(value))
    if kind in (list, tuple):
        return _sequence_text(value, "[]" if kind is list else "()", depth, outer)
    if kind in (set, frozenset):
        return "{%s}" % ", ".join(sorted(_text(item, depth - 1, outer) for item in value))
    if isinstance(value, dict):
        shown = list(value.items())[:MOST_ITEMS]
        pairs = ["%s: %s" % (_text(k, depth - 1, outer), _text(v, depth - 1, outer)) for k, v in shown]
        return "{%s}" % ", ".join(pairs)
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType)):
        return "<%s>" % getattr(value, "__qualname__", getattr(value, "__name__", kind.__name__))
    return _object_text(value, kind, depth, outer)


def _sequence_text(value, brackets, depth, outer):
    items = [_text(item, depth - 1, outer) for item in value[:MOST_ITEMS]]
    more = ", ..." if len(value) > MOST_ITEMS else ""
    comma = "," if brackets == "()" and len(value) == 1 else ""
    return brackets[0] + ", ".join(items) + comma + more + brackets[1]


def _object_text(value, kind, depth, outer):
    """The text of an object: its own `repr` if that is telling, else its attributes."""
    if kind.__repr__ not in (object.__repr__, BaseException.__repr__) and kind.__module__ == "builtins":
        return without_addresses(repr(value))
    attributes = dict(getattr(value, "__dict__", {}))
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                attributes[name] = getattr(value, name)
    if not attributes:
        own = kind.__repr__ is not object.__repr__
        return without_addresses(repr(value)) if own else "%s()" % kind.__name__
    given = ["%s=%s" % (name, _text(item, depth - 1, outer)) for name, item in sorted(attributes.items())]
    return "%s(%s)" % (kind.__name__, ", ".join(given[:MOST_ITEMS]))
