"""What a use of a library shows to be lost beside the name that does not resolve: names in a module that is missing.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

from testfix_library_lookup import Lost, extension_of
from testfix_library_spelling import hinted_names


def lost_by(use, lost, removed, lookup, old):
    """Yield what is lost by a use (`Use`) that `lost` was raised for. removed: see `testfix_library`; old: releases by
    their outermost modules."""
    yield from _lost_names(lost, use)
    yield from _known_inner_name(lost, use, removed, old.get(use.module.partition(".")[0]))
    yield from _extension(lost, use, lookup)


def _lost_names(lost, use):
    """Yield the lost name and, for a missing package, also the module in it that the program imports."""
    if lost.name:
        yield lost
    if lost.is_module and use.how != "chain" and use.module.startswith("%s.%s." % (lost.module, lost.name)):
        package, _, name = use.module.rpartition(".")
        yield Lost(package, "", name, lost.message, is_module=True)


def _known_inner_name(lost, use, removed, release):
    """Yield the names in a missing module that a use is of, where something is known to take their place, or the old
    release says what to use instead of them."""
    module = ".".join(filter(None, [lost.module, lost.name]))
    path = ".".join([use.module, *use.path])[len(module) + 1 :].split(".")
    for end, name in enumerate(path if not lost.owner else ()):
        holder = ".".join([module, *path[:end]])
        texts = release.warnings(holder, name) if release is not None else ()
        if "%s.%s" % (holder, name) in removed or any(hinted_names(text) for text in texts):
            yield Lost(holder, "", name, lost.message)


def _extension(lost, use, lookup):
    """Yield the module that a use imports from a missing package, where it is a package of its own now."""
    package = ".".join(filter(None, [lost.module, lost.name]))
    if lost.is_module and use.how == "from" and use.module == package:
        name = extension_of(package, use.path[0])
        if name and lookup.is_installed(name) and lookup.has_module(name):
            yield Lost(package, "", use.path[0], lost.message, is_module=True)
