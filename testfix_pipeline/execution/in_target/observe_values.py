"""Turns values into checks that a test can state: literals, or simple attributes of objects.

A check is `{"on": name, "form": "len({})", "value": "3"}`: the form with the name's expression in it gives the literal.
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
    decimal.Decimal, fractions.Fraction, datetime.date, datetime.time, datetime.timedelta, pathlib.PurePath, uuid.UUID,
)  # fmt: skip
_PLAIN = (
    (str, lambda value: str.__getitem__(value, slice(None))),
    (bytes, lambda value: bytes.__getitem__(value, slice(None))),
    (int, int.__index__),
)


class NotLiteral(Exception):
    """Raised when a value can't be written as a literal in a test."""


def literal(value):
    """The source text of a value, the same in every run: elements of sets are sorted."""
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
    for base, plain in _PLAIN if not isinstance(value, enum.Enum) else ():
        if isinstance(value, base) and kind.__eq__ is base.__eq__:  # of a subclass, which compares as its base does
            return repr(plain(value))
    raise NotLiteral(kind.__name__)


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


def value_checks(value, name, is_ours, most=MOST_ATTRIBUTES, observers=None):
    """The checks that state `value`, which the test calls `name`. `is_ours(cls)` says whether a class is the project's.

    `most`: attributes of an object. observers: class -> calls that only look at its instances; they are stated where
    attributes tell little. Raises NotLiteral where there is no honest way to state it.
    """
    return [{"on": name, "form": form, "value": text} for form, text in _forms(value, is_ours, most, observers or {})]


def output_check(text, stream):
    """The check that states what a call printed to a `stream`, "out" or "err"."""
    shown = literal(text) if len(text) <= _LONGEST // 2 else literal(text[: _LONGEST // 4])
    form = "{}.readouterr().%s" % stream + ("" if len(text) <= _LONGEST // 2 else "[:%d]" % (_LONGEST // 4))
    return {"on": "capsys", "form": form, "value": shown}


def _forms(value, is_ours, most, observers):
    try:
        stated = [("{}", literal(value))]
        derived = type(value).__module__ != "builtins"
        return [*stated, ("type({}).__name__", repr(type(value).__name__))] if derived else stated
    except NotLiteral:
        pass
    forms = next((forms for kinds, forms in _FORMS_OF if isinstance(value, kinds)), None)
    if forms is not None:
        return [(form, literal(stated)) for form, stated in forms(value)]
    if isinstance(value, types.FunctionType) and vars(value):
        return [("{}.__name__", repr(value.__name__)), *_function_attributes(value)]
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
        return [("{}.__name__", repr(value.__name__))]
    if type(value) in (str, bytes) and len(value) > 3:  # too long: its length and both ends
        return [("len({})", repr(len(value))), ("{}[:40]", literal(value[:40])), ("{}[-40:]", literal(value[-40:]))]
    if is_ours(type(value)):
        return _object_checks(value, is_ours, most, observers)
    return _repr_check(value)


def _item_attributes(value, form, is_ours):
    """A few attributes of a project object that is an attribute or item of another one; [] for other values."""
    if not is_ours(type(value)) or isinstance(value, enum.Enum):
        return []
    found = []
    for name in _public_names(value):
        try:
            inner, text = _simple_form(getattr(value, name))
        except Exception:
            continue
        found.append((inner.replace("{}", "%s.%s" % (form, name)), text))
    return found[:_INSIDE]


def _function_attributes(function):
    """Checks of the attributes that decorators set on a function."""
    found = []
    for name, mark in vars(function).items():
        if name != "__wrapped__" and name.isidentifier():
            with contextlib.suppress(NotLiteral):
                mapping = isinstance(mark, collections.abc.Mapping) and type(mark) is not dict
                form, text = ("dict({})", literal(dict(mark))) if mapping else _simple_form(mark)
                found.append((form.replace("{}", "{}.%s" % name), text))
    return found[:MOST_ATTRIBUTES]


def _first_items(iterator):
    items = list(itertools.islice(iterator, _MOST_ITEMS + 1))
    if len(items) > _MOST_ITEMS:
        raise NotLiteral("endless")
    return items


_FORMS_OF = (
    (enum.Enum, lambda value: [("{}.name", value.name)]),
    (_STATED_AS_TEXT, lambda value: [("str({})", str(value))]),
    (
        (io.StringIO, io.BytesIO),
        lambda value: [("{}.closed", True) if value.closed else ("{}.getvalue()", value.getvalue())],
    ),
    (collections.abc.Iterator, lambda value: [("list({})", _first_items(value))]),
    (collections.abc.Mapping, lambda value: [("dict({})", dict(value))]),
    (tuple, lambda value: [("tuple({})", tuple(value))]),
    ((collections.abc.MutableSequence, collections.abc.MappingView), lambda value: [("list({})", list(value))]),
    (range, lambda value: [("list({})", list(value[: _MOST_ITEMS + 1]))]),
    (re.Pattern, lambda value: [("{}.pattern", value.pattern)]),
    (re.Match, lambda value: [("{}.group()", value.group()), ("{}.span()", value.span())]),
    (BaseException, lambda value: [("type({}).__name__", type(value).__name__), ("str({})", str(value))]),
)
"""How values that have no literal are stated: an expression for each kind of them, and what it gives."""


def _object_checks(value, is_ours, most, observers):
    found = _attribute_checks(value, _public_names(value), is_ours)
    if len(found) < _FEW_ATTRIBUTES:
        members = [member for one in type(value).__mro__ if is_ours(one) for member in vars(one).items()]
        names = dict.fromkeys(name for name, member in members if isinstance(member, property) and name[:1] != "_")
        found += _attribute_checks(value, names, is_ours)
    if len(found) < _FEW_ATTRIBUTES:
        found += _observer_checks(value, is_ours, observers)
    sized = callable(getattr(type(value), "__len__", None))
    if sized:
        found.insert(0, ("len({})", repr(len(value))))
    if sized and is_ours(type(value)) and "__iter__" in type(value).__dict__:
        with contextlib.suppress(NotLiteral):
            found.append(("list({})", literal(_first_items(iter(value)))))
    return found[:most] if found else _repr_check(value)


def _attribute_checks(value, names, is_ours):
    found = []
    for name in names:
        try:
            attribute = getattr(value, name)
        except Exception:
            continue
        try:
            form, text = _simple_form(attribute)
            found.append((form.replace("{}", "{}.%s" % name), text))
        except NotLiteral:
            inner = "{}.%s" % name
            if type(attribute) in (list, tuple) and attribute:
                found.append(("len(%s)" % inner, repr(len(attribute))))
                attribute, inner = attribute[-1], inner + "[-1]"
            found += _item_attributes(attribute, inner, is_ours)
    return found


def _observer_checks(value, is_ours, observers):
    """Checks by observer methods whose results are the same in two calls."""
    found = []
    for cls in type(value).__mro__:
        for call in observers.get(cls.__name__, ()) if is_ours(cls) else ():
            with contextlib.suppress(Exception):
                name = call.partition("(")[0]
                form, text = _simple_form(getattr(value, name)())
                if (form, text) == _simple_form(getattr(value, name)()):
                    found.append((form.replace("{}", "{}.%s" % call), text))
    return list(dict.fromkeys(found))[:_MOST_LOOKS]


def _repr_check(value):
    """The check by the object's own `repr` or `str`, if that is the same in every run; raises NotLiteral otherwise."""
    for method, form in (("__repr__", "repr({})"), ("__str__", "str({})")):
        if getattr(type(value), method) is not getattr(object, method):
            text = repr(value) if method == "__repr__" else str(value)
            if type(text) is str and " at 0x" not in text and len(text) <= _LONGEST_TEXT:
                return [(form, literal(text))]
    raise NotLiteral(type(value).__name__)


def class_check(value, name):
    """The check that states only the value's class."""
    return [{"on": name, "form": "type({}).__name__", "value": repr(type(value).__name__)}]


def _simple_form(value):
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
