"""Finds the values that a program's classes have of a library's classes.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import sys


def inherited_values(program):
    """Yield what classes of the program's files have of classes elsewhere: public attributes with plain values.

    program: whether a file is one of them, its path or None.
    """
    for name, module in list(sys.modules.items()):
        known = getattr(module, "__dict__", {})
        file = program(known.get("__file__"))
        for cls in list(known.values()) if file is not None else ():
            if issubclass(type(cls), type) and cls.__module__ == name:  # not by `__class__`, which proxies compute
                for attribute, (base, value) in _inherited(cls, program).items():
                    yield {"file": file, "name": cls.__qualname__, "attribute": attribute, "value": value,
                           "module": base.__module__, "base": base.__qualname__}  # fmt: skip


def _inherited(cls, program):
    """The class and value by name of the attribute; none that a class of the program sets."""
    found, own = {}, set(vars(cls))
    for base in cls.__mro__[1:]:
        if program(getattr(sys.modules.get(base.__module__), "__file__", None)) is not None:
            return found  # what it inherits counts where it does
        for name, value in vars(base).items():
            if name not in own and not name.startswith("_") and type(value) in (bool, int, float, str, type(None)):
                found.setdefault(name, (base, value))
            own.add(name)
    return found
