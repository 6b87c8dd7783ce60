"""Puts what a call gave into checks that a test can state: literals, or simple attributes of objects.

A check is `{"on": name, "form": "len({})", "value": "3"}`: the form with the name's expression in it gives the literal.
Standard library only, Python 3.9 and later.
"""

import collections.abc
import contextlib
import datetime
import decimal
import enum
import fractions
import io
import itertools
import math
import pathlib
import re
import types
import uuid

_LONGEST = 400
_LONGEST_TEXT = 120
_MOST_ITEMS = 50
MOST_ATTRIBUTES = 8
_FEW_ATTRIBUTES = 2
_MOST_LOOKS = 4
_INSIDE = 3
"""How many attributes are stated of an object that is itself an attribute, or an item of one."""
_STATED_AS_TEXT = (
    decimal.Decimal,
    fractions.Fraction,
    datetime.date,
    datetime.time,
    datetime.timedelta,
    pathlib.PurePath,
    uuid.UUID,
)


_PLAIN = (
    (str, lambda value: str.__getitem__(value, slice(None))),
    (bytes, lambda value: bytes.__getitem__(value, slice(None))),
    (int, int.__index__),
)


class NotLiteral(Exception):
    """The value can't be written down in a test."""


def literal(value):
    """The value as source text that is the same in every run: elements of sets are sorted."""
    text = _text(value, 0)
    if len(text) > _LONGEST:
        raise NotLiteral("too long")
    return text


def _text(value, depth):
    kind = type(value)
    if value is None or kind in (bool, str, bytes):
        return repr(value)
    if kind is int:
        if value.bit_length() > 2000:
            raise NotLiteral("too long")
        return repr(value)
    if kind is float:
        if not math.isfinite(value):
            raise NotLiteral("not finite")
        return repr(value)
    if kind in (list, tuple, dict, set, frozenset) and depth < 8 and len(value) <= 4 * _MOST_ITEMS:
        return _container(value, kind, depth + 1)
    plain = _plain(value)
    if plain is not None:
        return repr(plain)
    raise NotLiteral(kind.__name__)


def _plain(value):
    """The text or number below an instance of a subclass that compares as its base does; None for anything else."""
    if isinstance(value, enum.Enum):
        return None
    for base, plain in _PLAIN:
        if isinstance(value, base) and type(value).__eq__ is base.__eq__:
            return plain(value)
    return None


def _container(value, kind, depth):
    if kind is dict:
        return "{%s}" % ", ".join("%s: %s" % (_text(k, depth), _text(v, depth)) for k, v in value.items())
    parts = [_text(item, depth) for item in value]
    if kind is list:
        return "[%s]" % ", ".join(parts)
    if kind is tuple:
        return "(%s%s)" % (", ".join(parts), "," if len(parts) == 1 else "")
    inside = "{%s}" % ", ".join(sorted(parts)) if parts else ""
    if kind is frozenset:
        return "frozenset(%s)" % inside
    return inside or "set()"


def checks(value, name, is_ours, most=MOST_ATTRIBUTES, observers=None):
    """The checks that state `value`, which the test calls `name`. `is_ours(cls)` says whether a class is the project's.

    `most`: attributes of an object. observers: class -> calls that only look at its instances; they are stated where
    attributes tell little. Raises NotLiteral where there is no honest way to state it.
    """
    return [{"on": name, "form": form, "value": text} for form, text in _stated(value, is_ours, most, observers or {})]


def printed(text, stream):
    """The check that states what a call printed to a `stream`, "out" or "err"."""
    shown = literal(text) if len(text) <= _LONGEST // 2 else literal(text[: _LONGEST // 4])
    form = "{}.readouterr().%s" % stream + ("" if len(text) <= _LONGEST // 2 else "[:%d]" % (_LONGEST // 4))
    return {"on": "capsys", "form": form, "value": shown}


def _stated(value, is_ours, most, observers):
    try:
        stated = [("{}", literal(value))]
        derived = type(value).__module__ != "builtins"
        return [*stated, ("type({}).__name__", repr(type(value).__name__))] if derived else stated
    except NotLiteral:
        pass
    if isinstance(value, enum.Enum):
        return [("{}.name", repr(value.name))]
    if isinstance(value, _STATED_AS_TEXT):
        return [("str({})", literal(str(value)))]
    if isinstance(value, (io.StringIO, io.BytesIO)):
        return [("{}.closed", "True")] if value.closed else [("{}.getvalue()", literal(value.getvalue()))]
    if isinstance(value, collections.abc.Iterator):
        return [("list({})", _listed(value))]
    converted = _converted(value)
    if converted is not None:
        return [converted]
    if isinstance(value, re.Pattern):
        return [("{}.pattern", repr(value.pattern))]
    if isinstance(value, re.Match):
        return [("{}.group()", repr(value.group())), ("{}.span()", repr(value.span()))]
    if isinstance(value, BaseException):
        return [("type({}).__name__", repr(type(value).__name__)), ("str({})", literal(str(value)))]
    if isinstance(value, types.FunctionType) and vars(value):
        return [("{}.__name__", repr(value.__name__)), *_marks(value)]
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
        return [("{}.__name__", repr(value.__name__))]
    if type(value) in (str, bytes, list, tuple) and len(value) > 3:
        return _parts(value, is_ours)
    if is_ours(type(value)):
        return _attributes(value, is_ours, most, observers)
    return _own_text(value)


def _parts(value, is_ours):
    """What is too long, or has items that can't be written down: its length, and both ends."""
    ends = [("{}[0]", value[0]), ("{}[-1]", value[-1])]
    if type(value) in (str, bytes):
        ends = [("{}[:40]", value[:40]), ("{}[-40:]", value[-40:])]
    found = [("len({})", repr(len(value)))]
    for form, part in ends:
        try:
            found.append((form, literal(part)))
        except NotLiteral:
            found += _inside(part, form, is_ours)
    return found


def _inside(value, form, is_ours):
    """A few attributes of one of the project's objects that lies inside another; none of anything else."""
    if not is_ours(type(value)) or isinstance(value, enum.Enum):
        return []
    found = []
    for name in _public_names(value):
        try:
            inner, text = _simple(getattr(value, name))
        except Exception:
            continue
        found.append((inner.replace("{}", "%s.%s" % (form, name)), text))
    return found[:_INSIDE]


def _marks(function):
    """What was put onto a function, as decorators do."""
    found = []
    for name, mark in vars(function).items():
        if name != "__wrapped__" and name.isidentifier():
            with contextlib.suppress(NotLiteral):
                mapping = isinstance(mark, collections.abc.Mapping) and type(mark) is not dict
                form, text = ("dict({})", literal(dict(mark))) if mapping else _simple(mark)
                found.append((form.replace("{}", "{}.%s" % name), text))
    return found[:MOST_ATTRIBUTES]


def _listed(iterator):
    items = list(itertools.islice(iterator, _MOST_ITEMS + 1))
    if len(items) > _MOST_ITEMS:
        raise NotLiteral("endless")
    return literal(items)


def _converted(value):
    """For relatives of the containers: named tuples, ordered dictionaries, deques, views."""
    if isinstance(value, collections.abc.Mapping):
        return "dict({})", literal(dict(value))
    if isinstance(value, tuple):
        return "tuple({})", literal(tuple(value))
    if isinstance(value, (collections.abc.MutableSequence, collections.abc.MappingView)):
        return "list({})", literal(list(value))
    if isinstance(value, range):
        return "list({})", literal(list(value[: _MOST_ITEMS + 1]))
    return None


def _attributes(value, is_ours, most, observers):
    found = _each_attribute(value, _public_names(value), is_ours)
    if len(found) < _FEW_ATTRIBUTES:
        found += _each_attribute(value, _properties(type(value), is_ours), is_ours)
    if len(found) < _FEW_ATTRIBUTES:
        found += _looked_at(value, is_ours, observers)
    sized = callable(getattr(type(value), "__len__", None))
    if sized:
        found.insert(0, ("len({})", repr(len(value))))
    if sized and is_ours(type(value)) and "__iter__" in type(value).__dict__:
        with contextlib.suppress(NotLiteral):
            found.append(("list({})", _listed(iter(value))))
    return found[:most] if found else _own_text(value)


def _each_attribute(value, names, is_ours):
    found = []
    for name in names:
        try:
            attribute = getattr(value, name)
        except Exception:
            continue
        try:
            form, text = _simple(attribute)
            found.append((form.replace("{}", "{}.%s" % name), text))
        except NotLiteral:
            found += _below(attribute, "{}.%s" % name, is_ours)
    return found


def _looked_at(value, is_ours, observers):
    """What the methods that only look give, each the same when it is asked again."""
    found = []
    for cls in type(value).__mro__:
        for call in observers.get(cls.__name__, ()) if is_ours(cls) else ():
            with contextlib.suppress(Exception):
                name = call.partition("(")[0]
                form, text = _simple(getattr(value, name)())
                if (form, text) == _simple(getattr(value, name)()):
                    found.append((form.replace("{}", "{}.%s" % call), text))
    return list(dict.fromkeys(found))[:_MOST_LOOKS]


def _below(attribute, form, is_ours):
    """What is stated of an attribute that is no literal: of an object, or of a list of such."""
    if type(attribute) in (list, tuple) and attribute:
        return [("len(%s)" % form, repr(len(attribute))), *_inside(attribute[-1], "%s[-1]" % form, is_ours)]
    return _inside(attribute, form, is_ours)


def _properties(cls, is_ours):
    names = [name for one in cls.__mro__ if is_ours(one) for name, member in vars(one).items()
             if isinstance(member, property)]  # fmt: skip
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def _own_text(value):
    """What the class itself says about an instance, where that is the same in every run."""
    for method, form in (("__repr__", "repr({})"), ("__str__", "str({})")):
        if getattr(type(value), method) is not getattr(object, method):
            text = repr(value) if method == "__repr__" else str(value)
            if type(text) is str and " at 0x" not in text and len(text) <= _LONGEST_TEXT:
                return [(form, literal(text))]
    raise NotLiteral(type(value).__name__)


def kind(value, name):
    """The class alone, where nothing else can be stated."""
    return [{"on": name, "form": "type({}).__name__", "value": repr(type(value).__name__)}]


def _simple(value):
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
        return "{}.__name__", repr(value.__name__)
    if isinstance(value, _STATED_AS_TEXT):
        return "str({})", literal(str(value))
    if isinstance(value, enum.Enum):
        return "{}.name", repr(value.name)
    return "{}", literal(value)


def _public_names(value):
    names = list(getattr(value, "__dict__", ()))
    for cls in type(value).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else list(slots)
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]
