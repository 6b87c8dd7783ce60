"""Values of the program that tests read without a call: constants, attributes of classes, members of enums.

Each of them has another value for the run of its tests.
"""

import contextlib
import dis
import enum
import inspect
import sys
import types

from testfix_corruptions import RaisedError, corrupted, corruptions, text_of

_MOST_VALUES, _MOST_KINDS, _MOST_MEMBERS = 60, 8, 8
_MISSING = object()


class WatchedValues:
    """The program's values. is_program, is_own: whether a file is the program's, or one of the project."""

    def __init__(self, is_program, is_own, others):
        self._is_program, self._is_own, self._others = is_program, is_own, others

    def recorded(self, readers):
        """The values that tests read, as calls are recorded. readers: tests by the names that their code uses."""
        found = {}
        for name, value, _ in self._values(readers):
            others = corruptions(value, (), self._others).items()
            kinds = [(kind, text_of(other)) for kind, other in others if not isinstance(other, RaisedError)]
            text = text_of(value)
            tests = dict.fromkeys(test for part in name.split(".") for test in readers.get(part, ()))
            if kinds and len(found) < _MOST_VALUES:
                kinds = dict(kinds[:_MOST_KINDS])
                found[_key(name, text)] = {"call": name, "answer": text, "tests": tests, "kinds": kinds}
        return found

    @contextlib.contextmanager
    def corrupting(self, key, kind):
        """A block in which a value is another one."""
        names = names_of(key)
        found = list(self._values(names)) if names else []
        for name, value, put in found:
            if key == _key(name, text_of(value)):
                put(corrupted(value, kind, (), self._others))
        try:
            yield
        finally:
            for _, value, put in found:
                put(value)

    def _values(self, names):
        """The name, the value and what sets it, of values with one of these names."""
        own = [one for one in list(sys.modules.values()) if self._is_own(getattr(one, "__file__", None) or "<none>")]
        for module in [one for one in own if self._is_program(one.__file__)]:
            for name, value in list(vars(module).items()):
                if inspect.isclass(value) and value.__module__ == module.__name__:
                    yield from _of_class(value, names)
                elif name in names and _is_value(value):
                    holders = [one for one in own if vars(one).get(name, _MISSING) is value]
                    yield name, value, _setter(holders, name)


def _of_class(cls, names):
    if issubclass(cls, enum.Enum):
        for member in list(cls)[:_MOST_MEMBERS] if cls.__name__ in names else ():
            yield "%s.%s.value" % (cls.__name__, member.name), member.value, _setter([member], "_value_")
        return
    for name, value in list(vars(cls).items()):
        if name in names and not name.startswith("__") and _is_value(value) and not hasattr(type(value), "__get__"):
            yield "%s.%s" % (cls.__name__, name), value, _setter([cls], name)


def _setter(holders, name):
    return lambda value: [setattr(holder, name, value) for holder in holders]


def _is_value(value):
    return not (callable(value) or inspect.ismodule(value) or value is None)


def _key(name, text):
    return "%s -> %s" % (name, text)


def names_of(key):
    """The parts of the name of a value; none for a call."""
    name = key.partition(" -> ")[0]
    return set() if "(" in name else set(name.split("."))


def names_in(code):
    """The names that a code object, or one in it, uses."""
    inner = [names_in(one) for one in code.co_consts if isinstance(one, types.CodeType)]
    return {*code.co_names}.union(*inner)


def names_read_by_module(code):
    """The names that a module and its classes read when it is imported."""
    inner = (
        one for one in code.co_consts if isinstance(one, types.CodeType) and not one.co_flags & inspect.CO_OPTIMIZED
    )
    own = {one.argval for one in dis.get_instructions(code) if one.opname in ("LOAD_NAME", "LOAD_ATTR", "LOAD_GLOBAL")}
    return own.union(*map(names_read_by_module, inner))
