"""The pieces of a process's state that a test has changed: each with a name, and with what puts it alone back.

Beyond `ModuleState`: the names of all other modules and classes, variables of the environment, replaced modules,
loggers, context variables, settings of the interpreter, files of the project. The texts of a piece are statements for a
test file: `save` is an expression, `restore` statements that read its value as `saved`.
"""

import contextlib
import contextvars
import functools
import logging
import os
import re
import sys
import tempfile
import types

import warm_state

ROOT = "ROOT"
"""Stands in texts for the project's folder."""
# Name, module that has to be imported already, what reads it, what sets it again.
_SETTINGS = (
    ("the working directory", "os", "os.getcwd()", "os.chdir(saved)"),
    ("the state of random", "random", "random.getstate()", "random.setstate(saved)"),
    ("the state of numpy.random", "numpy.random", "numpy.random.get_state()", "numpy.random.set_state(saved)"),
    ("the decimal context", "decimal", "decimal.getcontext().copy()", "decimal.setcontext(saved)"),
    ("the locale", "locale", "locale.setlocale(locale.LC_ALL)", "locale.setlocale(locale.LC_ALL, saved)"),
    ("the recursion limit", "sys", "sys.getrecursionlimit()", "sys.setrecursionlimit(saved)"),
    ("the default timeout of sockets", "socket", "socket.getdefaulttimeout()", "socket.setdefaulttimeout(saved)"),
    ("the switch of gc", "gc", "gc.isenabled()", "gc.enable() if saved else gc.disable()"),
)
_INTERNAL = ("_", "pytest", "pluggy", "warm_", "testfix_", "linecache", "builtins")
_NAMES_OF_INTERPRETER = re.compile(r"__\w+__|last_(type|value|traceback|exc)|path_importer_cache")
_SKIPPED = {".git", ".hg", ".tox", ".venv", "venv", "node_modules", "__pycache__", ".pytest_cache", ".hypothesis"}
_MOST_FILES, _MOST_BYTES, _ALL_BYTES = 20000, 1 << 16, 1 << 24
_SIMPLE = (int, float, str, bytes, bool, type(None))


class Piece:
    """One changed piece of state. texts: (save, restore); "" and () where no statement can name it.

    of_program: whether a module of the project holds it.
    """

    of_program = False

    def __init__(self, name, put_back, save="", restore=(), values=("", "")):
        self.name, self.put_back, self.save, self.restore, self.values = name, put_back, save, restore, values

    def describe(self):
        modules = {_module_of(text) for text in (self.save, *self.restore)} - {""}
        return {
            "name": self.name, "save": self.save, "restore": list(self.restore), "modules": sorted(modules),
            "before": self.values[0], "after": self.values[1], "of_program": self.of_program,
        }  # fmt: skip


class State:
    """A snapshot of all that `pieces` compares with."""

    def __init__(self, root):
        self.root = root
        own = warm_state.ModuleState(root, every_object=True)
        self.is_own = own.is_own
        own_states = (one for one in own.kept if not isinstance(one, warm_state.ProcessState))
        # the namespace of a logger has a better name than that of a module's variable
        self.kept = [one for one in own_states if not isinstance(getattr(one, "owner", None), logging.Logger)]
        self.of_project = len(self.kept)
        self.kept += list(_other_namespaces(own))
        self.environment, self.modules = dict(os.environ), dict(sys.modules)
        self.settings = [(row, _evaluated(row[2])) for row in _SETTINGS if row[1] in sys.modules]
        self.variables = list(_context_variables(own.kept))
        self.files = _files(root)
        self.temporary = set(os.listdir(tempfile.gettempdir()))

    def pieces(self):
        """Return what has changed since."""
        found = [*self._items("os.environ", os.environ, self.environment), *self._settings()]
        found += self._items("sys.modules", sys.modules, {**sys.modules, **self.modules})
        for number, kept in enumerate(self.kept):
            pieces = list(self._pieces_of(kept))
            for piece in pieces:
                piece.of_program = number < self.of_project
            found += pieces
        found += [_variable_piece(*one) for one in self.variables if _value_of(one[1]) is not one[2]]
        new = [name for name, module in sys.modules.copy().items() if name not in self.modules and self.is_own(module)]
        found += [Piece("the import of " + name, lambda name=name: sys.modules.pop(name, None)) for name in new]
        return [*found, *self._file_pieces()]

    def _pieces_of(self, kept):
        pieces = list(_PIECES[type(kept)](kept))
        if not pieces or not isinstance(kept, warm_state.ContentState):
            return pieces
        kept.path = defining_path(kept.path, kept.found, self.is_own)
        return _content_pieces(kept)

    def keep_files(self):
        """Have the files from now on back by `restore_files`."""
        self.files_now = _files(self.root)

    def restore_files(self):
        """Undo what a trial did to files, which forks share."""
        now = _files(self.root)
        for path in set(now) | set(self.files_now):
            known = self.files_now.get(path)
            if now.get(path) != known and (known is None or known[1] is not None):
                _write_file(os.path.join(self.root, path), known[1] if known else None)

    def _items(self, path, mapping, before):
        for key in sorted(set(before) | set(mapping)):
            old, new = before.get(key), mapping.get(key)
            if old is new or old == new or not isinstance(key, str) or key == "PYTEST_CURRENT_TEST":
                continue
            texts = ["if saved is None:", "    %s.pop(%r, None)" % (path, key), "else:"]
            texts += ["    %s[%r] = saved" % (path, key)]
            texts += ["time.tzset()"] if key == "TZ" else []
            name = "%s[%r]" % (path, key)
            yield Piece(name, _runner(texts, old), "%s.get(%r)" % (path, key), texts, (_short(old), _short(new)))

    def _settings(self):
        for (name, _, save, restore), before in self.settings:
            now = _evaluated(save)
            if repr(now) != repr(before):
                yield Piece(name, _runner([restore], before), save, [restore])

    def _file_pieces(self):
        now = _files(self.root)
        for path in sorted(set(now) | set(self.files)):
            before = self.files.get(path)
            if now.get(path) != before and (before is None or before[1] is not None):
                content = before[1] if before else None
                place = "(%s / %r)" % (ROOT, path)
                texts = ["if saved is not None:", "    %s.write_bytes(saved)" % place]
                texts += ["elif %s.exists():" % place, "    %s.unlink()" % place]
                save = "%s.read_bytes() if %s.exists() else None" % (place, place)
                put_back = functools.partial(_write_file, os.path.join(self.root, path), content)
                yield Piece(path, put_back, save, texts, ("" if before else "absent", "absent" * (path not in now)))
        for name in sorted(set(os.listdir(tempfile.gettempdir())) - self.temporary):
            full = os.path.join(tempfile.gettempdir(), name)
            yield Piece("the temporary file " + name, functools.partial(_write_file, full, None))


def _runner(statements, saved):
    """What executes the statements of a test file; the modules that they name are imported."""

    def run():
        tops = {_module_of(text).partition(".")[0] for text in statements} - {""}
        names = {"saved": saved, "time": __import__("time"), "os": os, "sys": sys}
        exec("\n".join(statements), {**names, **{top: sys.modules[top] for top in tops}})

    return run


def _write_file(path, content):
    if content is not None:
        with open(path, "wb") as file:
            file.write(content)
    else:
        with contextlib.suppress(OSError):
            os.unlink(path)


def _evaluated(expression):
    top = _module_of(expression).partition(".")[0]
    with contextlib.suppress(Exception):
        return eval(expression, {top: sys.modules[top]})
    return None


def _module_of(text):
    """The module that an expression or statement begins with, the longest that is imported; "" if there is none."""
    found = re.search(
        r"(?<![\w.'\"])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)", re.sub(r"\b(if|else|saved|is|None)\b", "", text)
    )
    name = found.group(1) if found else ""
    while name and name not in sys.modules:
        name = name.rpartition(".")[0]
    return name


def _short(value):
    """A value for people, but for paths of the machine; of other types than simple ones their name: no code may run."""
    if type(value) is str and any(map(_is_place, value.split(os.pathsep))):
        return "a path"
    if type(value) in _SIMPLE:
        return repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "..."
    return "absent" if value is _ABSENT else type(value).__name__


def _is_place(path):
    return os.path.isabs(path) and (path.startswith(tempfile.gettempdir()) or os.path.exists(path))


_ABSENT = object()


def _name_pieces(kept):
    for name in sorted(set(kept.kept) | set(kept.names), key=str):
        before, now = kept.kept.get(name, _ABSENT), kept.names.get(name, _ABSENT)
        if before is now or not isinstance(name, str) or _NAMES_OF_INTERPRETER.fullmatch(name):
            continue
        is_name = bool(kept.path) and name.isidentifier()
        place = "%s.%s" % (kept.path, name)
        restore, save = ["%s = saved" % place], place
        if before is _ABSENT:
            save, restore = "", ["if %r in vars(%s):" % (name, kept.path), "    del %s" % place]
        elif isinstance(before, (classmethod, staticmethod)):
            save = "vars(%s)[%r]" % (kept.path, name)
        if isinstance(kept.owner, logging.Logger) and name == "level":
            restore = ["%s.setLevel(saved)" % kept.path]
        values = (_short(before), _short(now))
        put_back = functools.partial(_write_name, kept, name, before)
        yield Piece(place, put_back, save, restore, values) if is_name else Piece(place, put_back, values=values)


def _write_name(kept, name, before):
    if before is _ABSENT:
        kept.names.pop(name, None) if isinstance(kept.names, dict) else delattr(kept.owner, name)
    else:
        kept._bind(name, before)
    if isinstance(kept.owner, logging.Logger):
        kept.owner.manager._clear_cache()


def _content_pieces(kept):
    same, _, _ = kept.way
    if same(kept.found, kept.kept):
        return
    kind, path = type(kept.found), kept.path
    restore = ["%s.clear()" % path, "%s.%s(saved)" % (path, "update" if hasattr(kept.found, "update") else "extend")]
    restore = ["%s[:] = saved" % path] if kind is list else restore
    put_back = kept.restore
    if path == "warnings.filters":
        restore.append("warnings._filters_mutated()")
        put_back = _runner(restore, list(kept.kept))
    values = tuple("%s of %d" % (kind.__name__, len(one)) for one in (kept.kept, kept.found))
    name = path or "a %s" % kind.__name__
    yield Piece(name, put_back, "%s.copy()" % path, restore, values) if path else Piece(name, put_back, values=values)


def _cache_pieces(kept):
    if any(kept.function.cache_info()[:2]):
        name = "the cache of " + kept.path if kept.path else "a cache of a function"
        yield Piece(name, kept.restore, restore=["%s.cache_clear()" % kept.path] if kept.path else ())


def _cell_pieces(kept):
    with contextlib.suppress(ValueError):
        if kept.cell.cell_contents is not kept.kept:
            yield Piece("a variable of a closure", kept.restore)


_PIECES = {
    warm_state.BoundNames: _name_pieces,
    warm_state.ContentState: _content_pieces,
    warm_state.CacheState: _cache_pieces,
    warm_state.CellState: _cell_pieces,
}


def _other_namespaces(own):
    """The namespaces, collections and loggers of modules that are not the project's."""
    for name, module in sys.modules.copy().items():
        if isinstance(module, types.ModuleType) and not name.startswith(_INTERNAL) and not own.is_own(module):
            yield _at(warm_state.BoundNames(module), name)
            for key, value in list(vars(module).items()):
                path = "%s.%s" % (name, key)
                if isinstance(value, type) and vars(value).get("__module__") == name:
                    yield _at(warm_state.BoundNames(value), path)
                elif _is_collection(value) and key != "__builtins__":
                    yield _at(warm_state.ContentState(value), path)
    loggers = {"": logging.root, **logging.root.manager.loggerDict}
    yield _at(warm_state.BoundNames(logging.root.manager), "logging.root.manager")
    for name, logger in list(loggers.items()):
        if isinstance(logger, logging.Logger):
            path = "logging.getLogger(%r)" % name if name else "logging.getLogger()"
            yield _at(warm_state.BoundNames(logger), path)
            yield _at(warm_state.ContentState(logger.handlers), path + ".handlers")
            yield _at(warm_state.ContentState(logger.filters), path + ".filters")


def _is_collection(value):
    """Whether this is a collection that is compared as a whole."""
    small = type(value) in warm_state._CONTENTS and len(value) <= warm_state.MOST_ENTRIES
    return small and value is not sys.modules and value is not os.environ._data


def defining_path(path, found, is_own):
    """The path of a collection by the project's module that defines it, where others have imported it by that name."""
    module, _, name = path.rpartition(".")
    for other, owner in sorted(sys.modules.copy().items()) if module in sys.modules else ():
        if is_own(owner) and vars(owner).get(name) is found:
            with contextlib.suppress(OSError, UnicodeDecodeError), open(owner.__file__, encoding="utf-8") as file:
                if re.search(r"(?m)^%s\b[^=\n(]*=" % re.escape(name), file.read()):
                    return "%s.%s" % (other, name)
    return path


def _at(state, path):
    state.path = path
    return state


def _context_variables(kept):
    for one in kept:
        if isinstance(one, warm_state.BoundNames) and one.path:
            for name, value in one.kept.items():
                if type(value) is contextvars.ContextVar:
                    yield "%s.%s" % (one.path, name), value, _value_of(value)


def _variable_piece(path, variable, before):
    values = (_short(before), _short(_value_of(variable)))
    save = "%s.get()" % path if before is not None else "%s.get(None)" % path
    return Piece(path, lambda: variable.set(before), save, ["%s.set(saved)" % path], values)


def _value_of(variable):
    """The value of a context variable, or its default; None where it has neither."""
    with contextlib.suppress(LookupError):
        return variable.get()
    return None


def _files(root):
    """The files below a folder: by path their time and size, and the content of small ones."""
    found, left = {}, _ALL_BYTES
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in _SKIPPED]
        for name in names:
            path = os.path.join(folder, name)
            with contextlib.suppress(OSError):
                status = os.stat(path)
                content = None
                if status.st_size <= min(_MOST_BYTES, left):
                    with open(path, "rb") as file:
                        content = file.read()
                    left -= len(content)
                known = content if content is not None else (status.st_mtime_ns, status.st_size)
                found[os.path.relpath(path, root)] = (known, content)
        if len(found) > _MOST_FILES:
            break
    return found
