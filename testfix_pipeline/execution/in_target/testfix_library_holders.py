"""Finds the class that took a keyword from a callable: the callable now takes an object of it.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import inspect
import re
import sys

from testfix_library_objects import is_class

_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_NO_CLASS = {"None", "Optional", "Union", "typing", "t", "type", "Type"}


def holders(keyword, value, parameters):
    """[(parameter, module, class)] of the parameters of a callable that take an object of one class, which takes the
    keyword, and needs no other argument; else of its one such subclass that the library's package has."""
    home = sys.modules.get(getattr(value, "__module__", None) or "")
    package = sys.modules.get(home.__name__.partition(".")[0]) if home is not None else None
    found = []
    for one in parameters.values() if package is not None else ():
        cls = _annotated(one, home, package) if one.kind in _NAMED else None
        if cls is not None:
            inner = [each for each in vars(package).values() if is_class(each) and issubclass(each, cls)]
            fitting = [each for each in dict.fromkeys([cls, *inner]) if _takes(each, keyword)]
            fitting = fitting[:1] if cls in fitting else fitting
            places = [_place(each, home, package) for each in fitting]
            found += [(one.name, *place) for place in places if place and len(places) == 1]
    return found


def _annotated(parameter, home, package):
    """The one class that a parameter is annotated with, beside None."""
    said = parameter.annotation
    if is_class(said):
        return said if said is not parameter.empty and said.__module__ != "builtins" else None
    text = said if isinstance(said, str) else str(said)
    words = set(re.findall(r"[\w.]+", text)) - _NO_CLASS
    word = next(iter(words)).rpartition(".")[2] if len(words) == 1 else ""
    value = next((vars(one)[word] for one in (home, package) if word in vars(one)), None)
    return value if is_class(value) and value.__module__ != "builtins" else None


def _takes(cls, keyword):
    try:
        parameters = inspect.signature(cls).parameters
    except (TypeError, ValueError):
        return False
    required = [one.name for one in parameters.values() if one.default is one.empty and one.kind in _NAMED]
    return keyword in parameters and parameters[keyword].kind in _NAMED and set(required) <= {keyword}


def _place(cls, home, package):
    """(module, name) that a class is to be had from; () of one that is private."""
    places = [one.__name__ for one in (package, home) if vars(one).get(cls.__name__) is cls]
    public = [one for one in places if not any(part.startswith("_") for part in one.split("."))]
    return (public[0], cls.__name__) if public and not cls.__name__.startswith("_") else ()
