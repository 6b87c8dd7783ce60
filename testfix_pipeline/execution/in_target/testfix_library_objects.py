"""What kind of object a library's value is, by its type alone.

`isinstance`, and `inspect` with it, ask the value itself for `__class__`: objects that stand for others until they are
configured or in a context (`django.conf.settings`, `flask.request`) raise an error of their own then.

Standard library only, Python 3.9 and later.
"""

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
