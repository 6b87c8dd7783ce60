"""Converts values to bounded trees that can be compared between two versions of a library.

A tree is a list: ["=", type, text] of plain values, ["[", type, items] of sequences and sets (fourth the names of the
items, where they have some), ["{", type, pairs] of mappings, [".", type, attributes] of objects of the program's own
classes, ["o", type, attributes, outermost module] of others, ["c", module, name] of classes and functions, ["?", type]
of what is too deep or too much.
"""

import collections.abc
import enum
import inspect
import numbers

MOST_NODES, MOST_ITEMS, DEEPEST, LONGEST, MOST_BYTES = 250, 30, 5, 300, 100_000
_PLAIN = (type(None), bool, int, float, complex, str, bytes)
_TEXTUAL = ("datetime", "decimal", "fractions", "uuid", "pathlib", "ipaddress")
_SEQUENCES = (list, tuple, set, frozenset, collections.abc.KeysView, collections.abc.ValuesView)
_MOST_ATTRIBUTES = 12
_LAZY = ("generator", "map", "filter", "zip", "enumerate", "reversed")


def tree_of(value, is_own=lambda cls: False):
    """The tree of a value. Only the iteration of its containers runs code of the value's class.

    is_own: whether a class is the program's.
    """
    return _Encoder(is_own).encode(value, 0)


class _Encoder:
    def __init__(self, is_own):
        self.is_own = is_own
        self.left = MOST_NODES
        self.seen = set()

    def encode(self, value, depth):
        kind = type(value)
        self.left -= 1
        if kind in _PLAIN:
            return ["=", kind.__name__, _shorten(repr(value))]
        if depth > DEEPEST or self.left < 0 or id(value) in self.seen:
            return ["?", kind.__name__]
        self.seen.add(id(value))
        try:
            return self._inner(value, kind, depth + 1)
        except Exception:  # whatever a value's own methods raise
            return ["?", kind.__name__]
        finally:
            self.seen.discard(id(value))

    def _inner(self, value, kind, depth):
        if isinstance(value, enum.Enum) or kind.__module__ in _TEXTUAL:
            return ["=", kind.__name__, _shorten(repr(value))]
        if inspect.isclass(value) or inspect.isroutine(value):
            return ["c", str(getattr(value, "__module__", "")), str(getattr(value, "__qualname__", ""))]
        if isinstance(value, dict):
            pairs = [[self.encode(k, depth), self.encode(v, depth)] for k, v in list(value.items())[:MOST_ITEMS]]
            return ["{", kind.__name__, sorted(pairs, key=repr)]
        if isinstance(value, _SEQUENCES):
            items = [self.encode(one, depth) for one in list(value)[:MOST_ITEMS]]
            items = sorted(items, key=repr) if isinstance(value, (set, frozenset)) else items
            names = getattr(kind, "_fields", None)
            return ["[", kind.__name__, items, *([list(map(str, names))] if isinstance(names, tuple) else [])]
        if isinstance(value, _PLAIN[1:]):
            return ["=", kind.__name__, _shorten(kind.__mro__[-2].__repr__(value))]
        if isinstance(value, numbers.Integral):
            return ["=", "int", _shorten(repr(int(value)))]
        if (numbers_in := _numbers_of(value, kind)) is not None:
            return ["[", kind.__name__, [self.encode(one, depth) for one in numbers_in[:MOST_ITEMS]]]
        top = kind.__module__.partition(".")[0]
        if isinstance(value, BaseException):
            return ["o", kind.__name__, {"args": self.encode(value.args, depth)}, top]
        inner = {name: self.encode(one, depth) for name, one in _attributes(value)}
        return [".", kind.__name__, inner] if self.is_own(kind) else ["o", kind.__name__, inner, top]


def _numbers_of(value, kind):
    """The numbers of an array, by the buffer that it gives; None of a large one, and of what holds something else."""
    if kind.__name__ not in ("ndarray", "array", "memoryview"):
        return None
    try:
        view = memoryview(value)
    except (BufferError, TypeError, ValueError):  # as of an array of dates
        return None
    is_read = view.format in tuple("bBhHiIlLqQfd?") and view.nbytes <= MOST_BYTES
    return memoryview(view.tobytes()).cast(view.format).tolist() if is_read else None


def _attributes(value):
    found = dict(getattr(value, "__dict__", None) or {})
    for cls in type(value).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for name in [slots] if isinstance(slots, str) else slots:
            if hasattr(value, name):
                found[name] = getattr(value, name)
    public = sorted(name for name in found if isinstance(name, str) and not name.startswith("_"))
    return [(name, found[name]) for name in public[:_MOST_ATTRIBUTES]]


def _shorten(text):
    return text if len(text) <= LONGEST else "%s...%d" % (text[:LONGEST], len(text))


def is_lazy(tree):
    """Whether a tree is of an iterator: what it gives is not known."""
    return tree[0] == "o" and (tree[1] in _LAZY or tree[1].endswith("iterator"))


# -- what makes one value of another ---------------------------------------------------------------------------------

_CONVERSIONS = {"list": list, "tuple": tuple, "dict": dict, "set": set, "str": str, "bytes": bytes, "int": int,
                "float": float, "bool": bool}  # fmt: skip
_MOST_METHODS = 60


def wrappers(value, wanted):
    """Expressions such as "list({})" or "{}.data" that turn the value into one with this tree; {} is the value."""
    if is_lazy(wanted) and not is_lazy(tree_of(value)):
        return [*(["{}.items()"] if isinstance(value, dict) else []), "iter({})"]
    return [text for text, made in _conversions(value, wanted) if tree_of(made) == wanted][:4]


def _conversions(value, wanted):
    kind = wanted[1] if len(wanted) > 1 else ""
    if kind in _CONVERSIONS:
        yield from _attempt("%s({})" % kind, lambda: _CONVERSIONS[kind](value))
    if kind == "dict":
        yield from _attempt("vars({})", lambda: vars(value))
    if isinstance(value, tuple) and value:
        yield "{}[0]", value[0]
    is_number = type(value) in _PLAIN and not isinstance(value, (str, bytes))
    names = [] if is_number else [one for one in dir(value) if not one.startswith("_")]
    for name in names[:_MOST_METHODS]:
        member = _call_or_failed(lambda name=name: getattr(value, name))
        if not callable(member):
            yield "{}.%s" % name, member
        elif name.startswith(("to_", "as", "get", "is")) or name in _CONVERTING:
            yield from _attempt("{}.%s()" % name, member)
    if wanted[0] == "=" and callable(getattr(value, "replace", None)) and type(value).__module__ == "datetime":
        yield from _attempt("{}.replace(tzinfo=None)", lambda: value.replace(tzinfo=None))


_CONVERTING = {"copy", "decode", "encode", "hex", "items", "keys", "values", "lower", "strip", "read", "render",
               "total_seconds", "date", "time", "timestamp", "timetuple"}  # fmt: skip


def _attempt(text, make):
    made = _call_or_failed(make)
    if made is not _FAILED:
        yield text, made


_FAILED = object()


def _call_or_failed(make):
    try:
        return make()
    except Exception:
        return _FAILED


def is_called_inside(frame):
    """Whether compiled code of a library, which has no frame, seems to make a call: of a private function that the
    program's own code does not name."""
    name = frame.f_code.co_name
    return name.startswith("_") and not name.endswith("__") and name not in frame.f_back.f_code.co_names
