"""Finds the values that a program's classes have of a library's classes.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import sys


def inherited_values(program):
    """Yield the public attributes with plain values that the program's classes inherit from classes of libraries.

    program: a function that gives the path in the project for a file, None for others.
    """
    for name in list(sys.modules):
        known = _names_of(name)
        file = program(known.get("__file__"))
        for cls in list(known.values()) if file is not None else ():
            if issubclass(type(cls), type) and cls.__module__ == name:  # not by `__class__`, which proxies compute
                for attribute, (base, value) in _inherited(cls, program).items():
                    yield {"file": file, "name": cls.__qualname__, "attribute": attribute, "value": value,
                           "module": base.__module__, "base": base.__qualname__}  # fmt: skip


def _names_of(module):
    """The names of an imported module, without the attribute lookup at which a lazy one would be loaded."""
    try:
        known = object.__getattribute__(sys.modules.get(module), "__dict__")
    except AttributeError:
        return {}
    return known if type(known) is dict else {}


def _inherited(cls, program):
    """The class and value by name of the attribute; none that a class of the program sets."""
    found, own = {}, set(vars(cls))
    for base in cls.__mro__[1:]:
        if program(_names_of(base.__module__).get("__file__")) is not None:
            return found  # the rest is what that class of the program inherits
        for name, value in vars(base).items():
            if name not in own and not name.startswith("_") and type(value) in (bool, int, float, str, type(None)):
                found.setdefault(name, (base, value))
            own.add(name)
    return found
