"""Finds the functions that have a spelled name: as parameter, option, constant, member of a class, or text."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.code_names import code_name, split_code_name
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode, assignment_targets, parse_or_empty
from testfix_pipeline.planning.criteria.spelled_names import SpelledName
from testfix_pipeline.planning.project.survey import Survey
from testfix_pipeline.planning.python_code.outline import Outline

_MOST_FILES = 100
"""Files that hold a piece of text; what more hold tells no code apart, and is not taken apart."""
_MOST_TAKEN_APART = 600
"""Files in all, some ten milliseconds each, those of the first criteria first: a long input must not take minutes."""
_MOST_READERS = 4
_MOST_CALLERS = 3
_OF_ITSELF = ("self", "cls")
_SAID_OF = ("__repr__", "__str__", "__eq__", "__hash__")
"""Methods that use whatever there is, and are rarely what a criterion means."""


class Holders:
    """Finds functions in one project; if `found` is None, only by parameters."""

    def __init__(self, outlines: Mapping[str, Outline], found: Survey | None) -> None:
        self._outlines = outlines
        self._found = found
        self._left = _MOST_TAKEN_APART
        self._code = functools.lru_cache(maxsize=None)(self._parsed)

    def of(self, one: SpelledName) -> list[str]:
        """Return the functions that have a name, best first: as parameter, then as text or name that they use."""
        spelling = list(self._spelling(one))
        taking = [] if one.kind == "text" or "." in one.text else self._parameters(one, bool(spelling))
        known = [subject for subject in dict.fromkeys([*taking, *spelling]) if self._is_function(subject)]
        return [subject for subject in known if subject.rpartition(".")[2] not in _SAID_OF] or known

    def with_callers(self, hidden: Sequence[str]) -> list[str]:
        """Return private functions after at most three public functions of their files that call them.

        Tests are requested for the public callers.
        """
        public = dict.fromkeys(caller for subject in hidden for caller in self._callers(subject))
        return [*(public if len(public) <= _MOST_CALLERS else ()), *hidden]

    def _callers(self, subject: str) -> Iterator[str]:
        path, name = split_code_name(subject)
        waiting, seen = [name], {name}
        while waiting:
            called = waiting.pop()
            last = called.rpartition(".")[2]
            for each, uses in self._code(path).functions.items():
                if each not in seen and not uses.names.isdisjoint((last, f"self.{last}", f"cls.{last}")):
                    seen.add(each)
                    if not each.rpartition(".")[2].startswith("_"):
                        yield code_name(path, each)
                    else:
                        waiting.append(each)

    def raising(self, error: str) -> list[str]:
        """The functions that raise one of the project's own errors."""
        raising = self._taking.get(error, []) if error[:1].isupper() else []
        return raising if raising and any(error in each.symbols for each in self._outlines.values()) else []

    @functools.cached_property
    def _taking(self) -> dict[str, list[str]]:
        """Return by name the functions that take a parameter, or raise an error, of that name."""
        found: dict[str, list[str]] = {}
        for path, each in self._outlines.items():
            for name, words in each.arguments.items():
                for word in dict.fromkeys(words.split()):
                    found.setdefault(word, []).append(code_name(path, name))
        return found

    def _is_function(self, subject: str) -> bool:
        path, name = split_code_name(subject)
        return path in self._outlines and name in self._outlines[path].functions

    def _parameters(self, one: SpelledName, declared: bool) -> list[str]:
        """Return functions with a parameter of that name, and for constructors the methods that read its attribute.

        A declared option is defined by its declaration, and is no function's parameter.
        """
        if one.kind == "option" and declared:
            return []
        taking = self._taking.get(one.unqualified, [])
        return [
            *taking,
            *(reader for subject in taking[:_MOST_FILES] for reader in self._readers(subject, one.unqualified)),
        ]

    def _readers(self, constructor: str, parameter: str) -> list[str]:
        path, name = split_code_name(constructor)
        owner, _, last = name.rpartition(".")
        if last != "__init__" or self._found is None:
            return []
        kept = {f"self.{parameter}", f"self._{parameter}"}
        readers = [
            code_name(path, each)
            for each, uses in self._code(path).functions.items()
            if each.rpartition(".")[0] == owner and each.rpartition(".")[2] not in _SAID_OF and uses.names & kept
        ]
        return readers if len(readers) <= _MOST_READERS else []

    # -- what is spelt -------------------------------------------------------------------------------------------------

    def _spelling(self, one: SpelledName) -> Iterator[str]:
        for path in self._files(one):
            code = self._code(path)
            declaring = [code_name(path, name) for name, uses in code.functions.items() if _has(one, uses)]
            variables = {uses.filled[one.text] for uses in self._declaring(code) if one.text in uses.filled}
            for variable in sorted(variables):
                yield from self._reading(path, variable)
            yield from declaring
            for name, uses in code.defined.items():
                if _is_named(one, name) or _has(one, uses):
                    yield from self._using(path, name)

    def _files(self, one: SpelledName) -> list[str]:
        holding = self._found.holding if self._found else {}
        files = list(dict.fromkeys(path for needle in one.search_texts for path in holding.get(needle, ())))
        return [path for path in files if path in self._outlines] if len(files) <= _MOST_FILES else []

    @staticmethod
    def _declaring(code: _FileCode) -> Iterable[Uses]:
        return [*code.functions.values(), code.beside, *code.defined.values()]

    def _reading(self, path: str, variable: str) -> Iterator[str]:
        """Return the functions that read an option's variable, in the declaring file and its neighbours."""
        for file in [path, *self._users(path), *sorted(self._imports(path))][:_MOST_FILES]:
            for name, uses in self._code(file).functions.items():
                read = (each.partition(".") for each in uses.names)
                if any(last == variable and first not in _OF_ITSELF for first, _, last in read):
                    yield code_name(file, name)

    def _using(self, path: str, name: str) -> Iterator[str]:
        """Return the functions that use a constant of a module or a member of a class."""
        owner, _, last = name.rpartition(".")
        spread = owner or last.isupper()
        for file in [path, *(self._users(path) if spread else ())][:_MOST_FILES]:
            for each, uses in self._code(file).functions.items():
                of_itself = owner and file == path and each.startswith(f"{owner}.")
                if _uses(uses, owner.rpartition(".")[2], last, bool(of_itself)):
                    yield code_name(file, each)

    def _users(self, path: str) -> list[str]:
        """Return the files that import a file, also through its package."""
        direct = self._importers.get(path, [])
        packages = [each for each in direct if each.endswith("__init__.py")]
        return list(dict.fromkeys([*direct, *(user for each in packages for user in self._importers.get(each, ()))]))

    def _imports(self, path: str) -> set[str]:
        return self._found.imports.get(path, set()) if self._found else set()

    @functools.cached_property
    def _importers(self) -> dict[str, list[str]]:
        users: dict[str, list[str]] = {}
        for path in self._outlines:
            for target in self._imports(path):
                users.setdefault(target, []).append(path)
        return users

    def _parsed(self, path: str) -> _FileCode:
        self._left -= 1
        return _file_code(self._found.files.text(path)) if self._found and self._left >= 0 else _FileCode()


def _has(one: SpelledName, uses: Uses) -> bool:
    return any(_spells(one, text) for text in uses.texts)


def _spells(one: SpelledName, text: str) -> bool:
    """Whether a literal equals the text, or contains it if it is no ordinary word."""
    if one.kind == "option":
        return text.startswith("-") and one.text in re.split(r"[/,;\s]+", text)
    if one.text == text:
        return True
    inside = one.is_code_like and len(one.text) > 3 and one.text in text
    return inside and re.search(rf"(?<![\w-]){re.escape(one.text)}(?![\w-])", text) is not None


def _is_named(one: SpelledName, name: str) -> bool:
    return one.kind == "name" and one.is_code_like and f".{name}".endswith(f".{one.text}")


def _uses(uses: Uses, owner: str, last: str, of_itself: bool) -> bool:
    if not owner:
        return last in uses.names or (last.isupper() and any(each.endswith(f".{last}") for each in uses.names))
    return f"{owner}.{last}" in uses.names or (of_itself and not uses.names.isdisjoint((f"self.{last}", f"cls.{last}")))


@dataclass
class Uses:
    """The names and texts that one function or value uses.

    texts: its text literals without documentation. names: names that it reads, attributes with their object
    (`Status.SOLD`, `self.limit`). filled: declared command-line option -> the variable that it fills.
    """

    texts: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    filled: dict[str, str] = field(default_factory=dict)


@dataclass
class _FileCode:
    """functions: qualified name -> its uses. defined: constants and members of classes, qualified -> their value.

    beside: the uses of module-level statements that define nothing.
    """

    functions: dict[str, Uses] = field(default_factory=dict)
    defined: dict[str, Uses] = field(default_factory=dict)
    beside: Uses = field(default_factory=Uses)


def _file_code(text: str) -> _FileCode:
    """Return the uses of the functions and constants in a file's text; empty if it is not valid Python."""
    found = _FileCode()
    _read_statements(parse_or_empty(text).body, "", found)
    return found


def _read_statements(body: Iterable[ast.stmt], owner: str, found: _FileCode) -> None:
    for node in body:
        if isinstance(node, FunctionNode):
            _collect_uses(node, found.functions.setdefault(owner + node.name, Uses()))
        elif isinstance(node, ast.ClassDef):
            _read_statements(node.body, f"{owner}{node.name}.", found)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = assignment_targets(node)
            for target in targets:
                if isinstance(target, ast.Name):
                    _collect_uses(node.value, found.defined.setdefault(owner + target.id, Uses()))
        elif isinstance(node, ast.If | ast.Try):
            _read_statements(
                [*node.body, *node.orelse, *(part for each in _handlers(node) for part in each.body)], owner, found
            )
        else:
            _collect_uses(node, found.beside)


def _handlers(node: ast.If | ast.Try) -> list[ast.ExceptHandler]:
    return node.handlers if isinstance(node, ast.Try) else []


def _collect_uses(top: ast.AST, uses: Uses) -> None:
    documentation = {id(node.value) for node in ast.walk(top) if isinstance(node, ast.Expr)}
    for node in ast.walk(top):
        if isinstance(node, ast.Constant) and id(node) not in documentation:
            uses.texts.update(_literal_text(node.value))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            uses.names.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            uses.names.add(f"{last_name(node.value)}.{node.attr}")
        elif isinstance(node, ast.Call) and last_name(node.func) in ("add_argument", "add_option"):
            uses.filled.update(_declared_options(node))


def _literal_text(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, bytes):
        yield value.decode("ascii", "replace")


def _declared_options(call: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield the options of a parser, each with the variable that it fills by the rules of argparse and optparse."""
    texts = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    options = [text for text in texts if text.startswith("-")]
    long = [text for text in options if text.startswith("--")]
    said = (word.value.value for word in call.keywords if word.arg == "dest" and isinstance(word.value, ast.Constant))
    variable = next(said, None) or next(iter([*long, *options]), "").lstrip("-").replace("-", "_")
    yield from ((option, str(variable)) for option in options)
