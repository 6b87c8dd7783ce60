"""Defaults that libraries changed without an error, passed as they were: `known_defaults.toml` says which.

Only the program's calls and the installed releases speak for such a fix before the tests do. It is made at all calls,
then at each of a few: a test may hold how others are called.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.edits.call_refit import calls_of
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import fitted_calls
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import CallChange, NameUse
from testfix_pipeline.repair.languages.python.libraries.inquiry.library_program import program_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import installed_beside
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import position_of
from testfix_pipeline.repair.languages.python.source import SourceFile

TABLE = Path(__file__).with_name("known_defaults.toml")
EVERYWHERE, ALONE = 0.72, 0.65
MOST_ALONE = 4
_INSTALLED = "installed beside"
_MODULES = {"pyyaml": "yaml", "pillow": "PIL", "scikit-learn": "sklearn"}


@dataclass(frozen=True)
class KnownDefault:
    """A row of the table, which says what each key is."""

    library: str
    since: str
    parameter: str
    value: str
    says: str
    functions: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    place: int | None = None

    @property
    def module(self) -> str:
        """The outermost module of the library."""
        return _MODULES.get(self.library, self.library)

    def is_changed_in(self, version: str) -> bool:
        """Whether a release has the new default."""
        try:
            return Version(version) >= Version(self.since)
        except InvalidVersion:
            return False

    def calls_in(self, source: SourceFile) -> Iterator[ast.Call]:
        """The calls in a file that seem to take the default."""
        for function in self.functions:
            module, _, name = function.rpartition(".")
            yield from filter(self._takes_default, calls_of(module, name, source))
        for method in self.methods:
            yield from (one for one in _method_calls(method, source) if self._takes_default(one))

    def _takes_default(self, call: ast.Call) -> bool:
        is_spread = any(one.arg is None for one in call.keywords) or any(isinstance(a, ast.Starred) for a in call.args)
        is_placed = self.place is not None and len(call.args) > self.place
        return not (is_spread or is_placed or self.parameter in [one.arg for one in call.keywords])


@cache
def known_defaults() -> tuple[KnownDefault, ...]:
    """The rows of the table."""
    rows: list[dict[str, Any]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["default"]
    return tuple(_row(**row) for row in rows)


def _row(functions: Sequence[str] = (), methods: Sequence[str] = (), **plain: Any) -> KnownDefault:
    return KnownDefault(functions=tuple(functions), methods=tuple(methods), **plain)


def _method_calls(method: str, source: SourceFile) -> Iterator[ast.Call]:
    """The calls of a method, by the last names of its chain, of what is no module."""
    imports = (node for node in source.nodes if isinstance(node, (ast.Import, ast.ImportFrom)))
    names = {one.asname or one.name.partition(".")[0] for node in imports for one in node.names}
    for node in source.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and source.is_real(node):
            chain = f".{ast.unparse(node.func)}"
            if chain.endswith(f".{method}") and chain[1 : -len(method) - 1] not in names:
                yield node


def may_take_default(text: str) -> bool:
    """Whether a file's text seems to import a library of the table and to call one of its functions."""
    modules = sorted({one.module for one in known_defaults()})
    return _importing(*modules).search(text) is not None and _called().search(text) is not None


@cache
def _importing(*modules: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*(?:import|from)\s+(?:{'|'.join(map(re.escape, modules))})\b", re.M)


@cache
def _called() -> re.Pattern[str]:
    names = {name.rpartition(".")[2] for one in known_defaults() for name in (*one.functions, *one.methods)}
    return re.compile(rf"\b(?:{'|'.join(sorted(names))})\s*\(")


def default_fixes(files: Mapping[str, SourceFile], installed: Callable[[], Mapping[str, str]]) -> Iterator[LibraryFix]:
    """The fixes for calls of functions whose default another release changed.

    files: those that may be edited. installed: asks for the versions of libraries, by normalised name.
    """
    for one in known_defaults():
        calls = [
            NameUse(path, position_of(call))
            for path, source in files.items()
            if _importing(one.module).search(source.text)
            for call in one.calls_in(source)
        ]
        version = installed().get(one.library, "") if calls else ""
        if not one.is_changed_in(version):
            continue
        symbol = f"{(one.functions or one.methods)[0]}({one.parameter}=)"
        note = f"with {one.parameter}={one.value}: {one.library} {version}; {one.says}"
        alone = [(call,) for call in calls] if 1 < len(calls) <= MOST_ALONE else []
        for chosen in (tuple(calls), *alone):
            change = CallChange("add", "", (one.parameter, one.value), "known default", one.says, chosen)
            update = update_of(one.library, version, symbol, note)
            likelihood = ALONE if len(chosen) < len(calls) else EVERYWHERE
            texts = fitted_calls(change, files)
            yield LibraryFix(texts, "library.argument-add", note, likelihood, symbol, (update,), one.library)


def may_be_of_default(question: LibraryQuestion) -> bool:
    """Whether tests found a wrong result, and the program may make calls whose default was changed."""
    is_wrong = any(one.error_type.rpartition(".")[2] == "AssertionError" for one in question.failures)
    return is_wrong and any(map(may_take_default, program_texts(question).values()))


def fixes_of_defaults(question: LibraryQuestion) -> Iterator[LibraryFix]:
    """The fixes of known defaults; where the program has such a call, the interpreter is asked once for what is
    installed."""
    if not may_be_of_default(question):
        return
    called = [path for path, text in program_texts(question).items() if may_take_default(text)]
    files = {path: source for path in called if (source := SourceFile.load(question.files, path)) is not None}

    yield from default_fixes(files, lambda: installed_versions(question))


def installed_versions(question: LibraryQuestion) -> Mapping[str, str]:
    """The versions of what is installed beside a program, by normalised name; the interpreter is asked once."""
    if _INSTALLED not in question.memory:
        question.memory[_INSTALLED] = installed_beside(question.project, question.tree, question.seconds)[0]
    found: Mapping[str, str] = question.memory[_INSTALLED]
    return found
