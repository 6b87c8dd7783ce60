"""Reads and computes with live values without running code of the project and without side effects.

Attributes are read from where they are stored; operators and functions are applied only where the types' own
implementation is a native one. Whatever else would be needed is Unsafe.
"""

import ast
import builtins
import operator
import types

# Longest text or container that is searched, compared or copied; what has more parts is left alone.
LONGEST = 2000
MOST_NODES = 200

_NATIVE = (
    types.WrapperDescriptorType, types.MethodDescriptorType, types.BuiltinFunctionType,
    types.ClassMethodDescriptorType, types.GetSetDescriptorType, types.MemberDescriptorType,
)  # fmt: skip
_COMPARE = {
    ast.Eq: (operator.eq, "__eq__"), ast.NotEq: (operator.ne, "__eq__"), ast.Lt: (operator.lt, "__lt__"),
    ast.LtE: (operator.le, "__le__"), ast.Gt: (operator.gt, "__gt__"), ast.GtE: (operator.ge, "__ge__"),
}  # fmt: skip
BINARY = {
    ast.Add: (operator.add, "__add__"), ast.Sub: (operator.sub, "__sub__"), ast.Mult: (operator.mul, "__mul__"),
    ast.Div: (operator.truediv, "__truediv__"), ast.FloorDiv: (operator.floordiv, "__floordiv__"),
    ast.Mod: (operator.mod, "__mod__"), ast.BitAnd: (operator.and_, "__and__"), ast.BitOr: (operator.or_, "__or__"),
    ast.BitXor: (operator.xor, "__xor__"), ast.LShift: (operator.lshift, "__lshift__"),
    ast.RShift: (operator.rshift, "__rshift__"), ast.Pow: (operator.pow, "__pow__"),
}  # fmt: skip
# How far a number is shifted, or raised, at most, and how large one may be that is.
_MOST_SHIFTED, _MOST_RAISED, _LARGEST_RAISED = 512, 64, 10**6
_SCALARS = (bool, int, float, complex, str, bytes)
_FUNCTIONS = ("abs", "min", "max", "sum", "any", "all", "sorted", "ord", "chr", "round", "divmod")
_CLASSES = ("str", "int", "float", "list", "tuple", "set", "dict", "frozenset", "bytes", "range")
_CALLED = {getattr(builtins, name) for name in _FUNCTIONS + _CLASSES}
_BUILTIN = {*_SCALARS, type(None), list, tuple, set, frozenset, dict, range}
METHODS = {
    str: set(dir(str)) - {"format", "format_map", "zfill", "ljust", "rjust", "center", "expandtabs"},
    bytes: set(dir(bytes)),
    list: {"copy", "count", "index"},
    tuple: {"count", "index"},
    dict: {"copy", "get", "items", "keys", "values"},
    set: {"copy", "difference", "intersection", "isdisjoint", "issubset", "issuperset", "union"},
    frozenset: {"copy", "difference", "intersection", "isdisjoint", "issubset", "issuperset", "union"},
    int: {"bit_length"},
    float: {"is_integer"},
}
_MISSING = object()


class Unsafe(Exception):
    """Raised when computing the value would run code of the project or take too much work."""


def _class_attribute(cls, name):
    for base in type.__getattribute__(cls, "__mro__"):
        found = type.__getattribute__(base, "__dict__").get(name, _MISSING)
        if found is not _MISSING:
            return found
    return _MISSING


def is_native(value, special):
    """Whether a special method of the value's type is implemented by the interpreter, or missing."""
    found = _class_attribute(type(value), special)
    if isinstance(found, types.FunctionType):  # as written by dataclasses and their like: `<string>`
        return special == "__eq__" and found.__code__.co_filename.startswith("<")
    return found is _MISSING or found is None or isinstance(found, _NATIVE)


def is_plain(value, special="__eq__", left=None):
    """Whether comparing or hashing the value, with its elements up to a bound, runs only native code."""
    left = [MOST_NODES] if left is None else left
    left[0] -= 1
    if left[0] < 0 or not is_native(value, special):
        return False
    base = next((kind for kind in (list, tuple, set, frozenset) if isinstance(value, kind)), None)
    if base is not None:  # an overridden `__iter__` is ignored
        return all(is_plain(part, special, left) for part in base.__iter__(value))
    if isinstance(value, dict):
        return all(is_plain(k, special, left) and is_plain(v, special, left) for k, v in dict.items(value))
    return not isinstance(value, (str, bytes)) or len(value) <= LONGEST


def truth(value):
    """Whether the value counts as true; raises Unsafe if its type decides that by code of its own."""
    if is_native(value, "__bool__") and is_native(value, "__len__"):
        return bool(value)
    raise Unsafe("__bool__")


def attribute(value, name):
    """The stored value of an attribute; raises AttributeError, or Unsafe if the type computes it."""
    kind = type(value)
    if isinstance(value, types.ModuleType):
        found = vars(value).get(name, _MISSING)
    elif isinstance(value, type):
        found = _class_attribute(value, name)
        found = found.__func__ if isinstance(found, staticmethod) else found
    else:
        return _instance_attribute(value, kind, name)
    if found is _MISSING or isinstance(found, (property, classmethod)):
        raise Unsafe(name)
    return found


def _instance_attribute(value, kind, name):
    if not is_native(value, "__getattribute__"):
        raise Unsafe("__getattribute__")
    found = _class_attribute(kind, name)
    if isinstance(found, (types.MemberDescriptorType, types.GetSetDescriptorType)):
        return found.__get__(value, kind)
    try:
        stored = object.__getattribute__(value, "__dict__")
    except AttributeError:
        stored = {}
    if name in stored and not isinstance(found, property):
        return stored[name]
    if found is _MISSING:
        if _class_attribute(kind, "__getattr__") is not _MISSING:
            raise Unsafe("__getattr__")
        raise AttributeError(name)
    if hasattr(type(found), "__get__"):
        raise Unsafe(name)
    return found


def negate(value):
    """Return -value, for numbers."""
    if type(value) in (bool, int, float, complex):
        return -value
    raise Unsafe("__neg__")


def invert(value):
    """Return ~value, for integers."""
    if type(value) is int:
        return ~value
    raise Unsafe("__invert__")


def apply_operator(op, left, right):
    """The result of a binary operator; `op` is one of BINARY's values."""
    function, special = op
    if not (is_plain(left) and is_plain(right) and is_native(left, special) and is_native(right, "__r" + special[2:])):
        raise Unsafe(special)
    if function is operator.mul and not (type(left) in (int, float, bool) and type(right) in (int, float, bool)):
        raise Unsafe("repetition")
    if function is operator.mod and isinstance(left, (str, bytes)):
        raise Unsafe("formatting")
    if function in (operator.lshift, operator.rshift) and not (type(right) is int and right <= _MOST_SHIFTED):
        raise Unsafe("shifting")
    numbers = ((left, _LARGEST_RAISED), (right, _MOST_RAISED)) if function is operator.pow else ()
    if not all(type(one) in (int, float, bool) and abs(one) <= most for one, most in numbers):
        raise Unsafe("raising")
    return function(left, right)


def compare(op, left, right):
    """The result of a comparison; `op` is the operator's syntax node."""
    kind = type(op)
    if kind is ast.Is:
        return left is right
    if kind is ast.IsNot:
        return left is not right
    if kind in (ast.In, ast.NotIn):
        return _contains(right, left) is (kind is ast.In)
    function, special = _COMPARE[kind]
    if not (is_plain(left) and is_plain(right) and is_plain(left, special) and is_plain(right, special)):
        raise Unsafe(special)
    return bool(function(left, right))


def _contains(container, item):
    sized = isinstance(container, (str, bytes, list, tuple, set, frozenset, dict, range))
    if not sized and not any(has_special(container, name) for name in ("__contains__", "__iter__", "__getitem__")):
        raise TypeError("not iterable")
    if not sized or not (is_native(container, "__contains__") and is_plain(item) and is_plain(item, "__hash__")):
        raise Unsafe("__contains__")
    if isinstance(container, (list, tuple)) and not is_plain(container):
        raise Unsafe("__eq__")
    return item in container


def has_special(value, special):
    """Whether the value's type has a special method."""
    return _class_attribute(type(value), special) is not _MISSING


def item(container, index):
    """Return container[index], if the lookup has no side effects."""
    if not isinstance(container, (str, bytes, list, tuple, dict, range)) or not is_native(container, "__getitem__"):
        if has_special(container, "__getitem__") or isinstance(container, type):
            raise Unsafe("__getitem__")
        raise TypeError("not subscriptable")
    if not (is_plain(index) and is_plain(index, "__hash__")):
        raise Unsafe("__hash__")
    if (
        isinstance(container, dict)
        and has_special(container, "__missing__")
        and not dict.__contains__(container, index)
    ):
        raise Unsafe("__missing__")
    return container[index]


def call_method(value, name, arguments):
    """The result of a method without side effects."""
    kind = type(value)
    if kind in METHODS and name in METHODS[kind]:
        if not all(is_small_builtin(part) for part in (value, *arguments)):
            raise Unsafe(name)
        return getattr(value, name)(*arguments)
    if kind in METHODS and not hasattr(kind, name):
        raise AttributeError(name)
    return call_builtin(attribute(value, name), arguments)


def call_builtin(function, arguments):
    """The result of a builtin function without side effects."""
    hashable = type(function) in (type, types.BuiltinFunctionType)
    if hashable and function in _SPECIAL:
        return _SPECIAL[function](*arguments)
    if not hashable or function not in _CALLED:
        raise Unsafe("call")
    if not all(is_small_builtin(argument) for argument in arguments):
        raise Unsafe(function.__name__)
    return function(*arguments)


def is_small_builtin(value, left=None):
    """Whether the value and its elements are of exact builtin types, and few: conversions visit all of them."""
    left = [MOST_NODES] if left is None else left
    left[0] -= 1
    kind = type(value)
    if left[0] < 0 or kind not in _BUILTIN:
        return False
    if kind in (str, bytes, range):
        return len(value) <= LONGEST
    if kind in (list, tuple, set, frozenset, dict):
        parts = [*value, *value.values()] if kind is dict else value
        return len(value) <= MOST_NODES and all(is_small_builtin(part, left) for part in parts)
    return kind is not int or value.bit_length() <= LONGEST


def _has_attribute(value, name):
    try:
        attribute(value, name)
    except AttributeError:
        return False
    except Unsafe:
        found = _class_attribute(type(value), name)
        if found is _MISSING or isinstance(found, property):
            raise
    return True


def _is_instance(value, kinds):
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        check = _class_attribute(type(kind), "__instancecheck__")
        if not isinstance(check, _NATIVE) and getattr(check, "__module__", "") != "abc":
            raise Unsafe("__instancecheck__")
    return isinstance(value, kinds)


def _length(value):
    if not is_native(value, "__len__"):
        raise Unsafe("__len__")
    return len(value)


_SPECIAL = {
    isinstance: _is_instance, callable: callable, type: lambda value: type(value), hasattr: _has_attribute,  # noqa: PLW0108 - of one argument alone
    len: _length, bool: truth,
}  # fmt: skip
