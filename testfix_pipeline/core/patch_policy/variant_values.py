"""Code for variants of a patch: a wrong value of the right type, on which every operation succeeds.

A test that asserts a value notices another one; a test that only wants no exception does not.
"""

from __future__ import annotations

import ast

from testfix_pipeline.core import python_code

OTHER, OTHER_IF, SPOIL = "_testfix_other", "_testfix_other_if", "_testfix_spoil"

_CODE = """
class _TestfixOther:
    def __init__(self, *given, **named):
        pass

    def _itself(self, *given, **named):
        return self

    __call__ = __getattr__ = __getitem__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _itself
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = _itself
    __neg__ = __abs__ = __and__ = __or__ = __xor__ = __enter__ = _itself

    def __setitem__(self, key, value):
        pass

    def __exit__(self, *given):
        return False

    def __iter__(self):
        return iter(())

    def __contains__(self, value):
        return False

    def __len__(self):
        return 7919

    def __bool__(self):
        return True

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)

    def __lt__(self, other):
        return False

    __le__ = __gt__ = __ge__ = __lt__

    def __index__(self):
        return 7919

    __int__ = __index__

    def __float__(self):
        return 7919.0

    def __str__(self):
        return "another value"

    __repr__ = __str__


def _testfix_other(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float, complex)):
        return type(value)(value + 7919)
    if isinstance(value, str):
        return value + "another value"
    if isinstance(value, bytes):
        return value + b"another value"
    if type(value) in (list, tuple, set, frozenset):
        return type(value)([*value, _TestfixOther()])
    if type(value) is dict:
        return {**value, _TestfixOther(): _TestfixOther()}
    return _TestfixOther()


def _testfix_other_if(condition, value):
    return _testfix_other(value) if condition else value


def _testfix_spoil(value):
    try:
        if isinstance(value, (set, frozenset)):
            value.add(_TestfixOther())
        elif isinstance(value, dict):
            value[_TestfixOther()] = _TestfixOther()
        elif hasattr(value, "append") and not isinstance(value, type):
            value.append(0 if isinstance(value, bytearray) else _TestfixOther())
    except Exception:
        pass
"""


def with_helper_functions(tree: ast.Module) -> str:
    """The text of a module with the functions OTHER, OTHER_IF and SPOIL inserted after `__future__` imports."""
    first = 1 if tree.body and ast.get_docstring(tree, clean=False) is not None else 0
    while first < len(tree.body) and _is_future(tree.body[first]):
        first += 1
    body = [*tree.body[:first], *python_code.parse(_CODE).body, *tree.body[first:]]
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))


def _is_future(stmt: ast.stmt) -> bool:
    return isinstance(stmt, ast.ImportFrom) and stmt.module == "__future__"
