"""What kind of object a library's value is, by its type alone.

`isinstance`, and `inspect` with it, ask the value itself for `__class__`: objects that stand for others until they are
configured or in a context (`django.conf.settings`, `flask.request`) raise an error of their own then.

Standard library only, Python 3.9 and later.
"""

import inspect
import pkgutil
import types

_ROUTINES = (types.FunctionType, types.MethodType, types.BuiltinFunctionType)


def is_module(value):
    return issubclass(type(value), types.ModuleType)


def is_class(value):
    return issubclass(type(value), type)


def is_function(value):
    """Whether a value is a function of Python: in a class's dictionary a method of its objects."""
    return issubclass(type(value), types.FunctionType)


def is_routine(value):
    """Whether a value is a function or a method, those of compiled modules included."""
    kind = type(value)
    return issubclass(kind, _ROUTINES) or (hasattr(kind, "__get__") and not hasattr(kind, "__set__"))


def accepts(value, call):
    """Whether a callable takes a call's arguments, as far as its signature is known."""
    number, keywords, stars = call
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return True
    bind = signature.bind_partial if stars or (is_routine(value) and "self" in signature.parameters) else signature.bind
    try:
        bind(*[None] * number, **dict.fromkeys(keywords))
    except TypeError:
        return False
    return True


def fits(value, usage, calls):
    """Whether a value can be used as the program uses a lost one (see `Use`)."""
    if "base" in usage and not is_class(value):
        return False
    if "raised" in usage and not (is_class(value) and issubclass(value, BaseException)):
        return False
    if "called" in usage:
        return callable(value) and all(accepts(value, call) for call in calls)
    return True


def names_in(holder):
    try:
        return [one for one in dir(holder) if not one.startswith("__")]
    except Exception:
        return []


def submodules(package):
    return [one.name for one in pkgutil.iter_modules(getattr(package, "__path__", []))]


def has_identity(value):
    """Whether two names for the value are surely one thing: not so of numbers and texts, of which there are many."""
    return is_class(value) or is_routine(value) or is_module(value)
