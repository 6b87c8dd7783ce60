"""Resolves names in installed modules, and finds the modules of a library whose text speaks of a name.

Runs in the target's interpreter: standard library only, Python 3.9 and later.
"""

import contextlib
import functools
import importlib
import importlib.util
import os
import re
import sys
import sysconfig
import time
import warnings
from importlib import metadata

from testfix_installed import normalised_name, top_level_modules
from testfix_library_objects import is_class, is_module

MOST_FILES, MOST_BYTES, MOST_IMPORTED = 3000, 60_000_000, 25
_NOT_SEARCHED = {"tests", "test", "testing", "conftest", "__main__", "setup", "__pycache__", "idlelib", "lib2to3"}
_LONGEST = 600


class Lost(Exception):
    """A name that does not resolve: `module`, or the class `owner` in it, lacks `name`. message: what the library said.

    A module that is missing is the name that its parent lacks; of a missing outermost one `module` is "".
    """

    def __init__(self, module, owner, name, message, is_module=False):
        super().__init__(message)
        self.module, self.owner, self.name, self.message = module, owner, name, message[:_LONGEST]
        self.is_module = is_module


class Lookup:
    """files: `OwnFiles`, which knows the project's own modules. seconds: of the processor, for imports and searches.

    On a busy machine they take longer, up to half as much again and no more.
    """

    def __init__(self, files, seconds):
        self.files = files
        self.until, self.latest = time.process_time() + seconds, time.monotonic() + 1.5 * seconds
        self._modules = {}
        self._installed = {}
        self._texts = {}
        self._left = MOST_BYTES

    def is_over(self):
        return time.process_time() > self.until or time.monotonic() > self.latest

    def is_installed(self, module):
        """Whether a module is a library's or the standard library's, whether it is there or not: not the project's.

        Of a package that spans the project and libraries, what is inside it decides.
        """
        package, _, rest = module.partition(".")
        while True:
            if package not in self._installed:
                own = [self.files.relative_path(place) is not None for place in _places(package)]
                self._installed[package] = None if any(own) and not all(own) else not any(own)
            inner, _, rest = rest.partition(".")
            if self._installed[package] is not None or not inner:
                return bool(self._installed[package])
            package = "%s.%s" % (package, inner)

    def module(self, name):
        """An imported module, or the exception that its import raised."""
        if name not in self._modules:
            self._modules[name] = _load(name)
        return self._modules[name]

    def has_module(self, name):
        return is_module(self.module(name))

    def value(self, module, owner, name):
        """What a module, or a class in it, has of a name; None where it has nothing."""
        if not module or not self.has_module(module):
            return None
        found = self.module(module)
        for part in filter(None, [*owner.split("."), name]):
            found, message = attribute(found, part)
            if message is not None:
                return None
        return found

    def resolve(self, module, path, submodules=(), is_import=False):
        """What a path of names in a module is; None where something that is no module or class lacks one of them.

        submodules: full names that the program imports. is_import: `from module import path`. Raises Lost.
        """
        found, here, owner = self._existing(module), module, ""
        for name in path:
            value, message = attribute(found, name)
            inner = "%s.%s" % (here, name)
            if message is not None and is_module(found) and (is_import or inner in submodules):
                loaded = self.module(inner)
                if is_module(loaded):
                    value, message = loaded, None
            if message is not None:
                if is_module(found) or is_class(found):
                    raise Lost(here, owner, name, message)
                return None
            here, owner = (inner, "") if is_module(value) else (here, ("%s.%s" % (owner, name)).lstrip("."))
            found = value
        return found

    def _existing(self, module):
        found = self.module(module)
        if not isinstance(found, BaseException):
            return found
        missing = getattr(found, "name", None) or ""
        if isinstance(found, ModuleNotFoundError) and (module == missing or module.startswith(missing + ".")):
            parent, _, name = missing.rpartition(".")
            raise Lost(parent, "", name, str(found), is_module=True)
        if isinstance(found, ImportError) and str(found):  # a module that is there only to say where things went
            parent, _, name = module.rpartition(".")
            raise Lost(parent, "", name, str(found), is_module=True)
        raise Lost(module, "", "", "%s: %s" % (type(found).__name__, found))

    # -- where a name is spoken of -------------------------------------------------------------------------------------

    def modules_with(self, top, name):
        """The modules below a package in which a name resolves, with its value: (module, value), the nearest first."""
        found, tried = [], 0
        loaded = [one for one in list(sys.modules) if one == top or one.startswith(top + ".")]
        for module in sorted(dict.fromkeys([*loaded, *self._speaking(top, name)]), key=publicity):
            if self.is_over() or tried >= MOST_IMPORTED:
                break
            tried += module not in sys.modules
            holder = self.module(module)
            if is_module(holder):
                value, message = attribute(holder, name)
                if message is None:
                    found.append((module, value))
        return found

    def _speaking(self, top, name):
        """The modules of a package whose text seems to define or import a name."""
        plain = name.encode()
        said = re.compile(_SPEAKS % {b"name": re.escape(plain)}, re.M)
        for module, text in self.texts_of(top):
            if any(map(said.search, _lines_with(plain, text))):
                yield module

    def texts_of(self, top):
        """The modules of a package with their texts, read once."""
        if top not in self._texts:
            self._texts[top] = []
            for module, path in self.files_of(top):
                if len(self._texts) > MOST_FILES or self._left < 0 or self.is_over():
                    break
                with contextlib.suppress(OSError):
                    with open(path, "rb") as file:
                        text = file.read()
                    self._left -= len(text)
                    self._texts[top].append((module, text))
        return self._texts[top]

    def defined(self, top):
        """(module, name) of the public functions and classes that the modules of a package define."""
        for module, text in self.texts_of(top):
            for name in _DEFINES.findall(text):
                yield module, name.decode("ascii", "replace")

    def files_of(self, top):
        """The modules of a package by name, with their files; those that only tests or set-up need, and the project's,
        left out."""
        for place in _places(top):
            if self.files.relative_path(place) is not None:
                continue
            if os.path.isfile(place):
                yield top, place
                continue
            for folder, folders, names in os.walk(place):
                folders[:] = sorted(one for one in folders if one.isidentifier() and one not in _NOT_SEARCHED)
                inner = os.path.relpath(folder, place).split(os.sep)
                package = ".".join([top, *(part for part in inner if part != ".")])
                for one in sorted(names):
                    stem = one[:-3]
                    if one.endswith(".py") and stem.isidentifier() and stem not in _NOT_SEARCHED:
                        yield package if stem == "__init__" else "%s.%s" % (package, stem), os.path.join(folder, one)


_DEFINES = re.compile(rb"^(?:class|def|async def)\s+([A-Za-z]\w*)", re.M)
_SPEAKS = (
    rb"^\s*(?:class|def|async def)\s+%(name)s\b|^%(name)s\s*[:=]|\bimport\b.*\b%(name)s\b|[\"']%(name)s[\"']"
    rb"|\bas\s+%(name)s\b|^\s+%(name)s\s*,"
)


def _lines_with(plain, text):
    """Yield the lines of a text that hold another one: a pattern takes ten times as long to find them."""
    at = text.find(plain)
    while at >= 0:
        end = text.find(b"\n", at)
        end = len(text) if end < 0 else end
        yield text[text.rfind(b"\n", 0, at) + 1 : end]
        at = text.find(plain, end)


def is_private(module):
    """Whether any part of a module's name says that it is nobody else's."""
    return any(part.startswith("_") for part in module.split("."))


def publicity(module):
    """Sorts public and short names of modules first."""
    parts = module.split(".")
    return sum(part.startswith("_") for part in parts), len(parts), module


def outermost(module, name, value, lookup):
    """The outermost public package of a module that has the same value under the same name; else the module."""
    parts = module.split(".")
    for place in (".".join(parts[:end]) for end in range(1, len(parts))):
        if not is_private(place):
            holder = lookup.module(place)
            if is_module(holder) and attribute(holder, name)[0] is value:
                return place
    return module


def _home_of_module(module, name, value):
    """(parent, name) under which a module is imported that another one holds as an attribute; as given if unknown."""
    known = [one for one, loaded in sys.modules.copy().items() if loaded is value]
    if not known or "%s.%s" % (module, name) in known:
        return module, name
    same = [one for one in known if one.rpartition(".")[2] == name]  # `os.path` is also `posixpath`
    own = attribute(value, "__name__")[0]
    home = same[0] if same else own if own in known else known[0]
    parent, _, last = home.rpartition(".")
    return parent, last


def home_of(module, name, value, lookup):
    """(module, name) of a value that a module re-exports: the outermost public module that has it under its name."""
    if is_module(value):
        return _home_of_module(module, name, value)
    home, own = attribute(value, "__module__")[0], attribute(value, "__name__")[0]
    if not isinstance(home, str) or own != name:
        return module, name
    parts = home.split(".")
    places = [".".join(parts[: end + 1]) for end in range(len(parts))]
    public = [one for one in places if not is_private(one)]
    public = public or [home.lstrip("_")]  # a compiled part of Python's, as _pickle is one of pickle
    for place in [*public, *([] if public[0] in places else places)]:
        holder = lookup.module(place)
        if is_module(holder) and attribute(holder, name)[0] is value:
            return place, name
    return module, name


def _load(name):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit of a script
        return error


def attribute(found, name):
    """(value, None), or (None, the message of the error) where the attribute is missing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return getattr(found, name), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return None, "%s" % (error,) or type(error).__name__


def _places(top):
    """The folders or the file of an outermost module; none for one that is built in or absent."""
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError, AttributeError):
        return []
    if spec is None:
        return []
    folders = list(spec.submodule_search_locations or [])
    return folders or ([spec.origin] if spec.origin and spec.has_location else [])


# -- distributions -----------------------------------------------------------------------------------------------------


@functools.lru_cache(None)
def distribution_of(top):
    """(name, version) of the distribution that an outermost module belongs to; Python's for its own library."""
    if top in standard_modules():
        return "Python", sys.version.split()[0]
    for name in _by_module().get(top, ()):
        with contextlib.suppress(metadata.PackageNotFoundError):
            return name, metadata.version(name)
    return top, ""


def requirements_of(top):
    """The outermost modules of the distributions that a module's own requires."""
    name, _ = distribution_of(top)
    try:
        required = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []
    wanted = {normalised_name(re.match(r"[\w.-]*", one).group()) for one in required if "extra ==" not in one}
    return sorted(module for module, names in _by_module().items() if wanted.intersection(map(normalised_name, names)))


_known = {}


def _by_module():
    if "modules" not in _known:
        found = _known["modules"] = {}
        for one in metadata.distributions():
            with contextlib.suppress(Exception):
                for top in top_level_modules(one):
                    names = found.setdefault(top, [])
                    if one.metadata["Name"] not in names:
                        names.append(one.metadata["Name"])
    return _known["modules"]


def standard_modules():
    """The outermost modules of the standard library."""
    if "standard" not in _known:
        names = getattr(sys, "stdlib_module_names", None)
        if names is None:  # before Python 3.10
            entries = os.listdir(sysconfig.get_paths()["stdlib"])
            names = {one.partition(".")[0] for one in entries} | set(sys.builtin_module_names)
        _known["standard"] = frozenset(one for one in names if one.isidentifier())
    return _known["standard"]


def standard_with(name, lookup):
    """Modules of the standard library in which a public name resolves, with its value."""
    found = []
    for top in sorted(standard_modules() - _NOT_SEARCHED - {"antigravity", "this", "turtledemo", "site"}):
        if lookup.is_over():
            break
        if not top.startswith("_") and (top in sys.modules or any(True for _ in lookup._speaking(top, name))):
            found += lookup.modules_with(top, name)
    return found
