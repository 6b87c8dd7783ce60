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

from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.edits.call_refit import calls_of
from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import fitted_calls
from testfix_pipeline.repair.languages.python.libraries.edits.expression_edits import RuledFile
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rule import ExpressionRule, rule_of
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import CallChange, NameUse
from testfix_pipeline.repair.languages.python.libraries.inquiry.library_program import program_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import installed_beside
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import position_of
from testfix_pipeline.repair.languages.python.source import SourceFile

TABLE = Path(__file__).with_name("known_defaults.toml")
EVERYWHERE, ALONE = 0.72, 0.65
MOST_ALONE = 4
_MODULES = {"pyyaml": "yaml", "pillow": "PIL", "scikit-learn": "sklearn"}


@dataclass(frozen=True)
class _ChangeOfLibrary:
    library: str
    since: str

    @property
    def module(self) -> str:
        """The outermost module of the library."""
        return _MODULES.get(self.library, self.library)

    def is_changed_in(self, version: str) -> bool:
        """Whether a release has the change."""
        try:
            return Version(version) >= Version(self.since)
        except InvalidVersion:
            return False


@dataclass(frozen=True)
class KnownDefault(_ChangeOfLibrary):
    """A row of the table, which says what each key is."""

    parameter: str
    value: str
    says: str
    functions: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    place: int | None = None

    @property
    def symbol(self) -> str:
        """The first function of the row with its parameter."""
        return f"{(self.functions or self.methods)[0]}({self.parameter}=)"

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


@dataclass(frozen=True)
class KnownResult(_ChangeOfLibrary):
    """An expression whose result a release changed, and what gives the former one: a rule for all of the program."""

    rule: ExpressionRule


@cache
def known_results() -> tuple[KnownResult, ...]:
    """The rows of the table for expressions."""
    rows: list[dict[str, Any]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["result"]
    return tuple(KnownResult(row["library"], row["since"], rule_of(row)) for row in rows)


@cache
def known_defaults() -> tuple[KnownDefault, ...]:
    """The rows of the table."""
    rows: list[dict[str, Any]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["default"]
    return tuple(_row(**row) for row in rows)


def _restorable() -> list[KnownDefault]:
    """The rows whose old value an expression says."""
    return [one for one in known_defaults() if one.value]


def _row(functions: Sequence[str] = (), methods: Sequence[str] = (), **plain: Any) -> KnownDefault:
    return KnownDefault(functions=tuple(functions), methods=tuple(methods), **plain)


def _method_calls(method: str, source: SourceFile) -> Iterator[ast.Call]:
    """The calls of a method, by the last names of its chain, of what is no module."""
    names = {one.name for one in imported_names(source.nodes)}
    for node in source.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and source.is_real(node):
            chain = f".{ast.unparse(node.func)}"
            if chain.endswith(f".{method}") and chain[1 : -len(method) - 1] not in names:
                yield node


def may_take_default(text: str) -> bool:
    """Whether a file's text seems to import a library of the table and to call one of its functions."""
    modules = sorted({one.module for one in _restorable()} | {one.module for one in known_results()})
    return _importing(*modules).search(text) is not None and _called().search(text) is not None


@cache
def _importing(*modules: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*(?:import|from)\s+(?:{'|'.join(map(re.escape, modules))})\b", re.M)


@cache
def _called() -> re.Pattern[str]:
    names = {name.rpartition(".")[2] for one in _restorable() for name in (*one.functions, *one.methods)}
    names |= {name.rpartition(".")[2] for one in known_results() for name in one.rule.gone}
    return re.compile(rf"\b(?:{'|'.join(sorted(names))})\s*\(")


def default_fixes(files: Mapping[str, SourceFile], installed: Callable[[], Mapping[str, str]]) -> Iterator[LibraryFix]:
    """The fixes for calls of functions whose default another release changed.

    files: those that may be edited. installed: asks for the versions of libraries, by normalised name.
    """
    for one in _restorable():
        calls = [
            NameUse(path, position_of(call))
            for path, source in files.items()
            if _importing(one.module).search(source.text)
            for call in one.calls_in(source)
        ]
        version = installed().get(one.library, "") if calls else ""
        if not one.is_changed_in(version):
            continue
        note = f"with {one.parameter}={one.value}: {one.library} {version}; {one.says}"
        alone = [(call,) for call in calls] if 1 < len(calls) <= MOST_ALONE else []
        for chosen in (tuple(calls), *alone):
            change = CallChange("add", "", (one.parameter, one.value), "known default", one.says, chosen)
            update = update_of(one.library, version, one.symbol, note)
            likelihood = ALONE if len(chosen) < len(calls) else EVERYWHERE
            texts = fitted_calls(change, files)
            yield LibraryFix(texts, "library.argument-add", note, likelihood, one.symbol, (update,), one.library)


def result_fixes(files: Mapping[str, SourceFile], installed: Callable[[], Mapping[str, str]]) -> Iterator[LibraryFix]:
    """The fixes for expressions whose results another release changed, at all of them."""
    for one in known_results():
        importing = {path: source for path, source in files.items() if _importing(one.module).search(source.text)}
        ruled = {path: RuledFile(source, [one.rule], 0) for path, source in importing.items()}
        applied = {path: file.edits for path, file in ruled.items() if file.apply() and file.used}
        texts = texts_of(applied) if applied else {}
        version = installed().get(one.library, "") if texts else ""
        if one.is_changed_in(version):
            said = next(said for file in ruled.values() for said in file.used)
            note = f"{said}: {one.library} {version}; {one.rule.says}"
            update = update_of(one.library, version, one.rule.gone[0], note)
            yield LibraryFix(texts, "library.rule", note, EVERYWHERE, one.rule.gone[0], (update,), one.library)


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

    def installed() -> dict[str, str]:
        return installed_beside(question, question.seconds)[0]

    yield from default_fixes(files, installed)
    yield from result_fixes(files, installed)
