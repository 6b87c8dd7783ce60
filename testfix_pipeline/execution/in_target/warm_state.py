"""Saves and restores the state of a project's modules, between candidates that share a process.

Names of modules, classes and objects, the contents of lists, dictionaries and sets, closures, and caches of functions,
as far as they are reached from the project's modules; the environment, the working directory, the random numbers. What
is not found is still noticed: see `Child.screen`.
"""

import collections
import contextlib
import functools
import operator
import os
import re
import sys
import types

import testfix_failures

# Enough for the tables of a large project; the rest stays as a candidate left it.
MOST_OBJECTS, MOST_ENTRIES = 20000, 2000
_MAPPINGS = (dict, collections.OrderedDict, collections.defaultdict, collections.Counter)
_NOT_OURS = ("__builtins__", "__dict__", "__weakref__")
_CACHE = type(functools.lru_cache(maxsize=None)(len))
_UNCHANGING = frozenset(
    {int, str, bytes, float, bool, complex, type(None), frozenset, range, slice, re.Pattern, type(len), types.CodeType}
)


class ModuleState:
    """A snapshot of the state of all modules whose files are below `root`.

    Each part of it has a path: the expression that reads it where its first module is imported, "" where there is none.
    every_object: whether objects of other packages' classes that the project's modules hold belong to it.
    """

    def __init__(self, root, every_object=False):
        self.files = testfix_failures.ProjectPaths(root)
        self.every_object = every_object
        self.kept = [ProcessState()]
        self.changing = None
        # Modules are taken by their names. What else holds the namespace of one must not empty it, not even builtins.
        self.seen = {id(sys.modules), *(id(_names(module)) for module in list(sys.modules.values()))}
        own = [(module, name) for name, module in sys.modules.copy().items() if self.is_own(module)]
        own.sort(key=lambda one: "test" in one[1])  # a test module's names are mostly other modules'
        self.waiting = collections.deque([(sys.path, "sys.path"), *own])
        while self.waiting and len(self.seen) < MOST_OBJECTS:
            found, path = self.waiting.popleft()
            if id(found) not in self.seen:
                self.seen.add(id(found))
                self._save(found, type(found), path)
        del self.waiting, self.seen

    def restore(self):
        """Restore the snapshot. From the second call on, only what had changed by the first is looked at."""
        changed = [one for one in (self.kept if self.changing is None else self.changing) if one.restore()]
        if self.changing is None:
            self.changing = changed

    def is_own(self, module):
        file = _names(module).get("__file__")
        return isinstance(file, str) and self.files.relative_path(file) is not None

    def _queue(self, values):
        """Save these values later. values: pairs of a value and its path."""
        self.waiting += [pair for pair in values if type(pair[0]) not in _UNCHANGING]

    def _keep(self, state, path):
        state.path = path
        self.kept.append(state)

    def _save(self, found, kind, path):
        if kind in _CONTENTS:
            if len(found) <= MOST_ENTRIES:
                self._keep(ContentState(found), path)
                pairs = found.items() if kind in _MAPPINGS else enumerate(found)
                self._queue((value, _item_path(path, key, kind)) for key, value in pairs)
        elif kind is tuple:
            self._queue((value, _item_path(path, key, kind)) for key, value in enumerate(found[:MOST_ENTRIES]))
        elif kind is _CACHE:
            path = _definition_path(found, path)
            self._keep(CacheState(found), path)
            self._queue([(found.__wrapped__, path and path + ".__wrapped__")])
        elif kind is types.FunctionType:
            self._save_function(found, _definition_path(found, path))
        elif kind in (staticmethod, classmethod):
            self._queue([(found.__func__, "")])
        elif kind is property:
            self._queue([(found.fget, ""), (found.fset, ""), (found.fdel, "")])
        else:
            self._save_namespace(found, kind, path)

    def _save_function(self, found, path):
        self._queue(
            (value, path and "%s.__defaults__[%d]" % (path, n)) for n, value in enumerate(found.__defaults__ or ())
        )
        more = (found.__kwdefaults__ or {}).items()
        self._queue((value, path and "%s.__kwdefaults__[%r]" % (path, name)) for name, value in more)
        self._queue([(found.__dict__, path and path + ".__dict__")])
        for cell in found.__closure__ or ():
            with contextlib.suppress(ValueError):  # an empty one
                self._keep(CellState(cell), "")
                self._queue([(cell.cell_contents, "")])

    def _save_namespace(self, found, kind, path):
        """Save the names of a module, class or object that belongs to the project."""
        owner = found
        if kind is not types.ModuleType:
            owner = sys.modules.get(_names(found if issubclass(kind, type) else kind).get("__module__"))
        is_ours = owner is not None and self.is_own(owner)
        if _names(found) and (is_ours or (self.every_object and not issubclass(kind, (type, types.ModuleType)))):
            path = _definition_path(found, path) if issubclass(kind, type) else path
            names = BoundNames(found)
            self._keep(names, path)
            self._queue((value, path and "%s.%s" % (path, name)) for name, value in names.kept.items())


def _item_path(path, key, kind):
    """The path of an item; "" where its key can't be written."""
    return "%s[%r]" % (path, key) if path and kind is not set and type(key) in (str, int) else ""


def _definition_path(found, path):
    """The path of a class or function by the module that defines it, where that has it; else the given one."""
    module, names = _names(found).get("__module__"), getattr(found, "__qualname__", "")
    module = module or getattr(found, "__module__", None)
    owner = sys.modules.get(module) if isinstance(module, str) else None
    for name in names.split("."):
        owner = _names(owner).get(name)
    return "%s.%s" % (module, names) if owner is found else path


class ContentState:
    """The content of a collection. As in all classes here, `restore` returns whether anything had changed."""

    def __init__(self, found):
        self.found, self.kept = found, found.copy()
        self.way = _CONTENTS[type(found)]

    def restore(self):
        is_same, clear, fill = self.way
        if is_same(self.found, self.kept):
            return False
        clear(self.found)
        fill(self.found, self.kept)
        return True


class CellState:
    """The content of a closure's cell."""

    def __init__(self, cell):
        self.cell, self.kept = cell, cell.cell_contents

    def restore(self):
        try:
            if self.cell.cell_contents is self.kept:
                return False
        except ValueError:
            pass
        self.cell.cell_contents = self.kept
        return True


class CacheState:
    """The number of results in an `lru_cache`; restoring clears the cache."""

    def __init__(self, function):
        self.function = function

    def restore(self):
        if not any(self.function.cache_info()[:2]):
            return False
        self.function.cache_clear()
        return True


class BoundNames:
    """The names that a module, class or object binds."""

    def __init__(self, owner):
        self.owner, self.names = owner, _names(owner)
        self.kept = {name: value for name, value in self.names.items() if name not in _NOT_OURS}
        self.size = len(self.names)

    def restore(self):
        """Restore the names; a name that the owner refuses to restore stays as it is."""
        if len(self.names) == self.size and all(map(operator.is_, map(self.names.get, self.kept), self.kept.values())):
            return False
        for name in [name for name in self.names if name not in self.kept and name not in _NOT_OURS]:
            with contextlib.suppress(Exception):
                self.names.pop(name) if isinstance(self.names, dict) else delattr(self.owner, name)
        for name, value in self.kept.items():
            if self.names.get(name) is not value:
                with contextlib.suppress(Exception):
                    self._bind(name, value)
        return True

    def _bind(self, name, value):
        if isinstance(self.names, dict):
            self.names[name] = value
        else:
            setattr(self.owner, name, value)


class ProcessState:
    """The environment, the working directory and the state of the random numbers."""

    def __init__(self):
        self.environment = dict(os.environ)
        self.folder = os.getcwd()
        self.random = sys.modules.get("random")
        self.drawn = self.random.getstate() if self.random else None

    def restore(self):
        if dict(os.environ) != self.environment:
            os.environ.clear()
            os.environ.update(self.environment)
        with contextlib.suppress(OSError):
            os.chdir(self.folder)
        if self.random:
            self.random.setstate(self.drawn)
        return True


def _names(found):
    """The `__dict__` of an object, read without running its own code; {} if it has none."""
    for ask in (object.__getattribute__, type.__getattribute__):
        with contextlib.suppress(AttributeError, TypeError):
            return ask(found, "__dict__")
    return {}


def _same_items(found, kept):
    return len(found) == len(kept) and all(map(operator.is_, found, kept))


def _same_mapping(found, kept):
    return _same_items(found, kept) and all(map(operator.is_, found.values(), kept.values()))


# How a collection of each type is compared with its copy, emptied and filled.
_CONTENTS = {
    **{kind: (_same_mapping, kind.clear, kind.update) for kind in _MAPPINGS},
    list: (_same_items, list.clear, list.extend),
    collections.deque: (_same_items, collections.deque.clear, collections.deque.extend),
    set: (operator.eq, set.clear, set.update),
}
