"""Converts data to text and back without loss; detects objects that equal everything. Python 3.9 and later.

Data are built-in values, numbers and times of the standard library, members of enumerations, and data classes of these,
written as the call that makes them: `Decimal('1.5')`, `date(2024, 2, 29)`, `shop.model.Price(amount=3)`.
"""

import ast
import copy
import datetime
import decimal
import enum
import fractions
import importlib
import itertools

_SCALARS = (int, float, str, bytes, bool, type(None))
_TIMES = (datetime.date, datetime.datetime, datetime.time, datetime.timedelta)
_NUMBERS = (decimal.Decimal, fractions.Fraction)
_MAKERS = {one.__name__: one for one in (*_TIMES, *_NUMBERS, set, frozenset)}
_CONTAINERS = (list, tuple, set, frozenset, dict)
_BASES = (int, float, str, bytes, *_CONTAINERS, BaseException, *_TIMES, *_NUMBERS)  # hold more
_LONGEST = 400
_DEEPEST = 6
MOST_PAIRED = 20


class NotData(ValueError):
    """Raised for a value that is not data, or a text that is not one of data."""


def result_text(value):
    """The text of a function's return value: data, or an object by its attributes; None if there is no such text."""
    return data_text(value, whole=False)


def data_text(value, whole=True):
    """The text of data, the same for equal sets; None for other values, or if it is too long."""
    try:
        found = _literal(value, 0, whole)
    except Exception:  # NotData, or an attribute of the project's that raises what it likes
        return None
    return found if len(found) <= _LONGEST else None


def _literal(value, depth, whole=True):
    """The text of a value; raises NotData. `whole`: only values that can be rebuilt from their text."""
    kind = type(value)
    if kind in _SCALARS:
        return repr(value)
    if depth > _DEEPEST:
        raise NotData

    def within(one):
        return _literal(one, depth + 1, whole)

    if kind in _CONTAINERS:
        if len(value) >= _LONGEST:
            raise NotData
        return _container(value, within)
    if kind in _TIMES and getattr(value, "tzinfo", None) is None:
        return repr(value).replace("datetime.", "", 1)
    if kind in _NUMBERS:
        return repr(value)
    if isinstance(value, enum.Enum) and value.name:
        return "%s.%s" % (_class_name(kind), value.name)
    return _object_text(value, within, whole)


def _container(value, write):
    """The text of a list, tuple, dict or set, with the parts as `write` writes them."""
    kind = type(value)
    if kind is dict:
        return "{%s}" % ", ".join("%s: %s" % (write(key), write(one)) for key, one in value.items())
    inner = [write(one) for one in value]
    if kind is list:
        return "[%s]" % ", ".join(inner)
    if kind is tuple:
        return "(%s)" % "".join("%s," % one for one in inner)
    return "%s([%s])" % (kind.__name__, ", ".join(sorted(inner)))


def _call(name, fields, write):
    return "%s(%s)" % (name, ", ".join("%s=%s" % (key, write(one)) for key, one in fields.items()))


def _object_text(value, write, whole):
    """A data class as the call that makes it; unless `whole` is set, any other object by its attributes."""
    kind = type(value)
    fields = kind.__dict__.get("__dataclass_fields__")
    attributes = getattr(value, "__dict__", None)
    if fields is not None:
        names = [name for name, field in fields.items() if field._field_type.name == "_FIELD" and field.init]
        attributes = {name: getattr(value, name) for name in names}
    elif whole or not attributes or type(attributes) is not dict or callable(value) or isinstance(value, _BASES):
        raise NotData
    return _call(_class_name(kind), attributes, write)


def _class_name(kind):
    if "." in kind.__qualname__:  # a class in a function or a class is not found by its name
        raise NotData
    return "%s.%s" % (kind.__module__, kind.__name__)


class SymbolicObject:
    """A data class instance or an enumeration member that is known only by its text."""

    def __init__(self, name, fields=None):
        self.name = name
        self.fields = fields

    def __repr__(self):
        return self.name if self.fields is None else _call(self.name, self.fields, symbolic_text)

    def __eq__(self, other):
        return repr(self) == repr(other)

    def __hash__(self):
        return hash(repr(self))


def symbolic_text(value):
    """The text of data that may contain `SymbolicObject`s."""
    if isinstance(value, SymbolicObject):
        return repr(value)
    if type(value) in _CONTAINERS:
        return _container(value, symbolic_text)
    return _literal(value, 0)


def parse_data(words, make=SymbolicObject):
    """The data of a text; raises NotData (a ValueError) for any other. `make(name, fields or None)` makes objects."""
    return _parse_node(ast.parse(words, mode="eval").body, make)


def _parse_node(node, make):
    if isinstance(node, (ast.List, ast.Tuple)):
        items = [_parse_node(one, make) for one in node.elts]
        return items if isinstance(node, ast.List) else tuple(items)
    if isinstance(node, ast.Dict) and None not in node.keys:
        return dict(map(lambda *pair: tuple(_parse_node(one, make) for one in pair), node.keys, node.values))
    if isinstance(node, ast.Call):
        fields = {one.arg: _parse_node(one.value, make) for one in node.keywords}
        if isinstance(node.func, ast.Name) and node.func.id in _MAKERS:
            return _MAKERS[node.func.id](*(_parse_node(one, make) for one in node.args), **fields)
        if isinstance(node.func, ast.Attribute) and not node.args:
            return make(ast.unparse(node.func), fields)
        raise NotData
    if isinstance(node, ast.Attribute):
        return make(ast.unparse(node), None)
    if isinstance(node, ast.Name) and node.id in ("inf", "nan"):
        return float(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Name):
        return -_parse_node(node.operand, make)
    return ast.literal_eval(node)


def load_object(name, fields):
    """The object that a text means, if the project can be imported: its class called with the fields, or its member."""
    place, _, last = name.rpartition(".")
    if fields is None:
        module, _, kind = place.rpartition(".")
        return getattr(importlib.import_module(module), kind)[last]
    return getattr(importlib.import_module(place), last)(**fields)


def argument_texts(frame, defaults=()):
    """[positional, keyword] arguments of a call as texts, from the frame at its start; None if they are not data.

    defaults: the function's. A collection among them is left out: calls share it, and what they have put there.
    """
    code, given = frame.f_code, frame.f_locals
    count, rest = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    names = code.co_varnames
    positional = tuple(given[name] for name in names[:count])
    shared = [one for one in defaults or () if isinstance(one, (list, dict, set))]
    while positional and any(positional[-1] is one for one in shared):
        positional = positional[:-1]
    keyword = {name: given[name] for name in names[count:rest]}
    if code.co_flags & 0x04:
        positional += tuple(given[names[rest]])
        rest += 1
    if code.co_flags & 0x08:
        keyword.update(given[names[rest]])
    found = [data_text(positional), data_text(keyword)]
    return None if None in found else found


_STEPS = (1, -7, 101)
_COMPARED = (
    *(str, bytes, int, float, complex, list, tuple, dict, set, frozenset),
    *(decimal.Decimal, fractions.Fraction, datetime.date, datetime.timedelta),
)


def equals_anything(one, other):
    """Whether an object equals an arbitrary object, or all of several values that differ from `other`."""
    if _equal(one, object()):
        return True
    unlike = [value for value in _different_values(other) if value != other]
    return bool(unlike) and all(_equal(one, value) for value in unlike)


def equals_other_data(one, other):
    """Whether an object that is data with a comparison of its own equals data that its data does not equal."""
    kinds = [kind for kind in _COMPARED if isinstance(one, kind) and type(one) is not kind]
    return any(kind.__eq__(one, other) is False for kind in kinds)


def paired_items(one, other):
    """Two equal values, or of two lists, tuples or dictionaries their items; at most MOST_PAIRED pairs. Collections may
    hold themselves."""
    pairs, found, known = [(one, other)], [], set()
    while pairs and len(found) < MOST_PAIRED:
        one, other = pairs.pop()
        is_collection = type(one) in (list, tuple, dict) and type(other) is type(one)
        if not is_collection:
            found.append((one, other))
        elif (id(one), id(other)) not in known and len(known) < MOST_PAIRED:
            known.add((id(one), id(other)))
            if type(one) is not dict:
                one, other = (dict(enumerate(each[:MOST_PAIRED])) for each in (one, other))
            pairs += [(one[key], other[key]) for key in itertools.islice(one, MOST_PAIRED) if key in other]
    return found


def equals_altered(one, other):
    """Whether an object equals copies of another one of its class in which all attributes have other values.

    Objects that hold anything but data are left out: what is not altered may be what counts.
    """
    if type(one) is not type(other):
        return False
    try:
        copies = [_altered_copy(other, step) for step in _STEPS]
    except Exception:  # NotData, or what the class has against being copied
        return False
    return all(altered is not None and _equal(one, altered) for altered in copies)


def _altered_copy(value, step):
    """A copy with other values of all attributes; None if there is none that can be altered."""
    altered = copy.copy(value)
    different = False
    for name, given in vars(value).items():
        other = _altered_value(given, step)
        different = different or other != given
        object.__setattr__(altered, name, other)
    return altered if different else None


def _altered_value(value, step):
    kind = type(value)
    if kind is bool:
        return not value
    if kind in (int, float):
        return value + step
    if kind is str:
        return value + "\x01"
    if kind in (list, tuple) and value:
        return value[:-1] + kind([_altered_value(value[-1], step)])
    if value is None or (kind in _CONTAINERS and not value):
        return value
    raise NotData


def _different_values(value):
    kind = type(value)
    if kind in (int, float, fractions.Fraction) or (kind is decimal.Decimal and value.is_finite()):
        return [value + 1, value - 7, 3 * value + 11]
    if kind in (str, bytes):
        mark = "\x01" if kind is str else b"\x01"
        return [value + mark, mark + value, mark]
    if kind in (list, tuple):
        return [value + kind([object()]), kind([object()])]
    if kind in (datetime.date, datetime.datetime):
        return [value.replace(2000, 1, 3) + datetime.timedelta(days) for days in (0, 77, 3333)]
    if kind is datetime.timedelta:
        return [datetime.timedelta(days) for days in (1, 77, 3333)]
    return [kind([object()])] if kind in (set, frozenset) else [{object(): 1}] if kind is dict else []


def _equal(one, other):
    try:
        return bool(one == other)
    except Exception:
        return False
