"""Finds what tests have replaced in the program when they were imported: its modules are imported once more."""

import builtins
import types


def replaced(modules):
    """Names of modules that are something else than the source of these makes them, sorted; call it in a child.

    Functions are compared by their code, classes by that of their methods, other values by their types.
    """
    found = set()
    for module in modules:
        fresh = types.ModuleType(module.__name__)
        own, new = vars(module), vars(fresh)
        new.update({name: own[name] for name in ("__file__", "__package__", "__path__", "__spec__") if name in own})
        try:
            with open(module.__file__, "rb") as file:
                exec(compile(file.read(), module.__file__, "exec", dont_inherit=True), new)
        except (Exception, SystemExit):  # a module that can be imported but once
            continue
        names = [name for name in own if not name.startswith("__") and (name in new or hasattr(builtins, name))]
        found.update("%s.%s" % (module.__name__, name) for name in names if _kind(own[name]) != _kind(new.get(name)))
    return sorted(found)


def _kind(value):
    """What a value does, as far as two imports have it in common; a proxy is not asked what it stands for."""
    kind = type(value)
    if issubclass(kind, type):
        return {name: _kind(member) for name, member in vars(value).items() if not issubclass(type(member), type)}
    if kind in (classmethod, staticmethod, property):
        value = value.fget if kind is property else value.__func__
    return value.__code__ if type(value) is types.FunctionType else type(value).__name__
