"""Which failures a library's change may have caused, also those that a server or a test client of commands caught."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.execution.affected_tests.import_graph import python_files as project_files
from testfix_pipeline.execution.failure_records import project_packages

NO_NAME = re.compile(r"cannot import name '(\w+)' from (?:partially initialized module )?'([\w.]+)'")
NO_MODULE = re.compile(r"No module named '?([\w.]+)'?")
NO_MODULE_ATTRIBUTE = re.compile(r"(?:partially initialized )?[Mm]odule '([\w.]+)' has no attribute '(\w+)'")
NO_ATTRIBUTE = re.compile(r"(?:type object )?'([\w.]+)'(?: object)? has no attribute '(\w+)'")
WRONG_CALL = re.compile(
    r"([\w.<>]+)\(\) (?:got (?:an |some )?(?:unexpected|multiple|positional-only)|takes |missing \d+ required)|"
    r"'(\w+)' is an invalid keyword argument"
)
_BUILT_IN = frozenset({
    "NoneType", "str", "bytes", "int", "float", "bool", "list", "tuple", "dict", "set", "frozenset", "function",
    "method", "generator", "type", "object",
})  # fmt: skip
_OF_PYTHON = frozenset(
    {name for name in dir(builtins) if name[:1].islower()} | {"Enum", "NamedTuple", "Protocol", "ABC"}
)
_EXCEPTIONS = frozenset(name for name, value in vars(builtins).items() if isinstance(value, type))
_WRONG_TYPE = re.compile(r"cannot be interpreted as an integer|or a single integer, got|must be real number, not")
_OF_TESTS = frozenset({"AssertionError", "Failed", "FixtureLookupError", "Exit", "NeverEnds", "NeverSettles"})
_QUOTED = re.compile(r"\b(ImportError|ModuleNotFoundError|AttributeError)\([\"']")
"""As in the result of a command that a test asserts on: `<Result ImportError("cannot import name ...")>`."""
_SWITCHED = re.compile(r"\b[a-z_]+\s?=\s?(?:True|False|None|object)\b")
MOST_FILES, MOST_BYTES = 800, 8_000_000
_STATUS = re.compile(
    r"\b500 (?:==|!=|is)|(?:==|!=|is) 500\b|\b500 INTERNAL|\bexit_code\b|<Result \w|"
    r"^(?:assert )?1 (?:==|!=) 0\b|"
    r"^(?:assert )?0 (?:==|!=) 1\b|"
    r"<!doctype h(?s:.)*?(?:500 Internal Server|ion\.</p>)",
    re.M,
)
"""The last is Werkzeug's page, of which pytest shows only the end: "... there is an error in the application.</p>"."""


@dataclass(frozen=True)
class OwnNames:
    """What a project defines itself. packages: its outermost modules. root: its folder; read when first asked."""

    root: Path
    packages: frozenset[str]
    _defined: dict[str, bool] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, root: Path) -> OwnNames:
        return cls(root, frozenset(project_packages(root)))

    def has_module(self, module: str) -> bool:
        """Whether a module belongs to the project."""
        return module.partition(".")[0] in self.packages

    def defines(self, name: str) -> bool:
        """Whether any file of the project, tests too, defines a function or class of this name."""
        if name not in self._defined:
            wanted = re.compile(rb"^\s*(?:class|def|async def)\s+%s\b" % re.escape(name.encode()), re.M)
            self._defined[name] = any(wanted.search(text) for text in _texts(self.root))
        return self._defined[name]

    def inherits(self, name: str) -> bool:
        """Whether a class of the project has a base that the project does not define, as far as its text says."""
        wanted = re.compile(rb"^\s*class\s+%s\s*\(([^()]*)\)" % re.escape(name.encode()), re.M)
        bases = [
            base.strip().rpartition(".")[2]
            for text in _texts(self.root)
            for found in wanted.findall(text)
            for base in found.decode("utf-8", "replace").split(",")
        ]
        return any(
            base.isidentifier()
            and base not in _OF_PYTHON
            and base != name
            and (not self.defines(base) or self.inherits(base))
            for base in bases
        )


def _texts(root: Path) -> Iterable[bytes]:
    left = MOST_BYTES
    for path in python_files(root):
        try:
            text = (root / path).read_bytes()
        except OSError:
            continue
        left -= len(text)
        if left < 0:
            return
        yield text


def python_files(root: Path) -> Sequence[str]:
    """Paths of the project's Python files, in order; not more than 800."""
    return sorted(islice(project_files(root), MOST_FILES))


def library_failures(failures: Iterable[Failure], own: OwnNames) -> list[Failure]:
    """Those of the failures that may be about something that a library has or lacks."""
    return [failure for failure in failures if is_library_failure(failure, own)]


def is_library_failure(failure: Failure, own: OwnNames) -> bool:
    """Whether a failure may be about something that a library has or lacks, and not about the project's own code."""
    kind, said = failure.error_type.rpartition(".")[2], failure.error
    if kind == "AssertionError" and (quoted := _QUOTED.search(said)):
        kind = quoted[1]
    if kind in ("ImportError", "ModuleNotFoundError"):
        module = lost_module(said)
        return not module or not own.has_module(module)
    if kind == "AttributeError":
        return _lacks_attribute(said, own)
    called = WRONG_CALL.search(said) if kind == "TypeError" else None
    if called is None or not called[1]:
        return called is not None
    name = called_name(said)
    return name not in ("<lambda>", "<locals>") and (name == "__init__" or not own.defines(name))


def called_name(said: str) -> str:
    """The name of the callable that complains about its arguments, a class for its `__init__`; "" if none is named."""
    called = WRONG_CALL.search(said)
    names = (called[1] or "").split(".") if called is not None else [""]
    return names[-2] if names[-1] == "__init__" and len(names) > 1 else names[-1]


def names_wrong_type(failure: Failure) -> bool:
    """Whether an error says of which type an argument has to be, as compiled functions do, which have no frames."""
    return failure.error_type == "TypeError" and _WRONG_TYPE.search(failure.error) is not None


def is_library_error(failure: Failure, own: OwnNames) -> bool:
    """Whether a library seems to have refused what it got: the error is of a class that neither Python nor the project
    has, or its text names a keyword with a value."""
    name = failure.error_type.rpartition(".")[2]
    if not name or name in _OF_TESTS:
        return False
    is_own = own.defines(name) or (name in _EXCEPTIONS and not _SWITCHED.search(failure.error))
    return not is_own and name.isidentifier()


def _lacks_attribute(said: str, own: OwnNames) -> bool:
    if found := NO_MODULE_ATTRIBUTE.search(said):
        return not own.has_module(found[1])
    if found := NO_ATTRIBUTE.search(said):
        name = found[1].rpartition(".")[2]
        return found[1] not in _BUILT_IN and (not own.defines(name) or own.inherits(name))
    return bool(said.strip())  # in a library's own words


def lost_module(said: str) -> str:
    """The module that an ImportError is about, or ""."""
    named = NO_NAME.search(said)
    if named:
        return named[2]
    missing = NO_MODULE.search(said)
    return missing[1] if missing else ""


def lost_name(failure: Failure) -> str:
    """The name of a module that a failure says is not there, or ""; of a module that is missing its last part."""
    said = failure.error
    if found := NO_NAME.search(said):
        return found[1]
    if found := NO_MODULE_ATTRIBUTE.search(said):
        return found[2]
    if failure.error_type.rpartition(".")[2] in ("ImportError", "ModuleNotFoundError"):
        return lost_module(said).rpartition(".")[2]
    return ""


def hides_error(failure: Failure) -> bool:
    """Whether a test compares a status that says that an error was caught, or the page that tells of it."""
    return failure.error_type.rpartition(".")[2] in ("AssertionError", "Failed") and bool(_STATUS.search(failure.error))


def caught_failures(answer: dict[str, Any], failures: Sequence[Failure]) -> list[Failure]:
    """Failures with the errors that the probe saw caught, in the place of the first of these failures."""
    found = []
    for one in answer.get("caught", ()) if failures else ():
        frame = Frame(file=one["file"], line=one["line"], function="")
        said = {"error_type": one["type"], "error": one["message"], "frames": [frame]}
        found.append(failures[0].model_copy(update={**said, "file": one["file"], "line": one["line"]}))
    return found
