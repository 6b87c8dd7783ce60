"""Features from names and texts: names in the failing line, test names, literals, messages, size, unused names."""

from __future__ import annotations

import ast
import difflib
import math
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import cast

from testfix_pipeline.core.python_code import FunctionNode, stored_names
from testfix_pipeline.repair.languages.python.failure_evidence import called_names
from testfix_pipeline.repair.languages.python.localisation.messages import (
    called_wrongly,
    differences,
    missing_exception,
    quoted_identifiers,
    quoted_texts,
    words,
)
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement, Symptoms

MOST_FAILURES = 20
LARGE = 40
"""The number of expressions above which a statement is equally large: a table with more rows is no more suspicious."""


def syntax_of(place: SuspiciousStatement) -> tuple[SourceFile, ast.stmt, PythonFunction | None]:
    """(file, statement, function) of a place in a Python file."""
    return cast("tuple[SourceFile, ast.stmt, PythonFunction | None]", (place.source, place.stmt, place.function))


class NameFeatures:
    """Compares the function's name with the names in failing tests and with the tests' names."""

    def __init__(self, symptoms: Symptoms, root: Path) -> None:
        failures = symptoms.failures[:MOST_FAILURES]
        found = [called_names(failure, root) for failure in failures]
        self.near = {name for on_line, _ in found for name in on_line}
        self.every = {name for _, in_test in found for name in in_test}
        self.tests = [set(_split(test.function or test)) for test in symptoms.failing[:MOST_FAILURES]]
        self._known: dict[tuple[str, PythonFunction | None], list[tuple[str, float]]] = {}
        self.files = [set(_split(test)) for test in symptoms.failing[:MOST_FAILURES]]

    def of(self, place: SuspiciousStatement) -> Iterator[tuple[str, float]]:
        """Yields (feature, value): how far the names of a statement agree with those of failures."""
        key = (place.source.path, syntax_of(place)[2])
        if key not in self._known:
            self._known[key] = list(self._of(*key))
        return iter(self._known[key])

    def _of(self, path: str, function: PythonFunction | None) -> Iterator[tuple[str, float]]:
        names = _names(function)
        yield "called by the failing line", float(bool(names & self.near))
        yield "called by the test", float(bool(names & self.every))
        own = set(_split(function.name)) if function else set()
        yield "test name", max((_share(own, test) for test in self.tests), default=0.0)
        owner = function.owner.name if function and function.owner else ""
        path_words = {*own, *_split(owner), *_split(PurePosixPath(path).stem)}
        yield "test path", max((_share(path_words, test) for test in self.files), default=0.0)


def _names(function: PythonFunction | None) -> set[str]:
    if function is None:
        return set()
    special = function.name.startswith("__") and function.owner
    return {function.name, *([function.owner.name] if special and function.owner else [])}


def _split(name: str) -> list[str]:
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return [
        word for word in re.split(r"[\W_]+", spaced.lower()) if len(word) > 1 and word not in ("test", "tests", "py")
    ]


def _share(own: set[str], other: set[str]) -> float:
    """The share of our words that equal a word of the other set, up to a common beginning."""
    if not own or not other:
        return 0.0
    return sum(any(_share_beginning(one, two) for two in other) for one in own) / len(own)


def _share_beginning(one: str, two: str) -> bool:
    begins = one.startswith(two) or two.startswith(one)
    return one == two or (min(len(one), len(two)) > 3 and begins)


class LiteralFeatures:
    """Compares the statement's constants with the values and texts of failures."""

    def __init__(self, symptoms: Symptoms) -> None:
        self.missing = {name for failure in symptoms.failures[:MOST_FAILURES] if (name := missing_exception(failure))}
        self.differences = {part for failure in symptoms.failures[:MOST_FAILURES] for part in differences(failure)}
        self.wrongly = {name for failure in symptoms.failures[:MOST_FAILURES] if (name := called_wrongly(failure))}
        crashes = [f for f in symptoms.failures[:MOST_FAILURES] if f.error_type != "AssertionError"]
        self.quoted = {name for failure in crashes for name in quoted_identifiers(failure)}
        self.texts = {text for failure in crashes for text in quoted_texts(failure)}
        self.messages = [words(failure.error) for failure in symptoms.failures[:MOST_FAILURES]]

    def of(self, place: SuspiciousStatement) -> Iterator[tuple[str, float]]:
        """Yields (feature, value): how far the texts of a statement agree with messages and differences of failures."""
        source, stmt, function = syntax_of(place)
        texts = [n.value for n in source.own(stmt) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        own_words = {word for text in texts for word in words(text)}
        yield (
            "message words",
            max((len(own_words & message) / len(own_words) for message in self.messages if own_words), default=0.0),
        )
        yield "difference", max((_overlap(text, part) for text in texts for part in self.differences), default=0.0)
        yield "like a quoted text", max((_similarity(text, part) for text in texts for part in self.texts), default=0.0)
        yield "called wrongly", float(_is_named(place, self.wrongly))
        yield "quoted", float(bool(self.quoted & set(_stored(place))))
        yield "names the missing exception", float(bool(self.missing) and bool(_names_in(stmt) & self.missing))
        function_node = function.node if function and self.missing else None
        yield (
            "function names the missing exception",
            float(function_node is not None and bool(_names_in(function_node) & self.missing)),
        )


def _names_in(node: ast.AST) -> set[str]:
    names = (getattr(part, "id", getattr(part, "attr", None)) for part in ast.walk(node))
    return {name for name in names if name}


def _overlap(text: str, part: str) -> float:
    """The ratio of the lengths of two texts if one contains the other, else 0."""
    if not text.strip() or not (text in part or part in text):
        return 0.0
    return min(len(text), len(part)) / max(len(text), len(part))


def _similarity(text: str, other: str) -> float:
    if not text or min(len(text), len(other)) * 2 < max(len(text), len(other)):
        return 0.0
    ratio = difflib.SequenceMatcher(None, text, other).ratio()
    return ratio if ratio > 0.7 else 0.0


def _is_named(place: SuspiciousStatement, names: set[str]) -> bool:
    """Whether the place is the header of a function that was called with wrong arguments."""
    own = place.function.qualname.replace(".<locals>", "") if place.function else ""
    return place.is_header and any(f".{own}".endswith(f".{name}") for name in names)


def _stored(place: SuspiciousStatement) -> Iterator[str]:
    source, stmt, _ = syntax_of(place)
    for node in source.own(stmt):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
    if isinstance(stmt, (FunctionNode, ast.ClassDef)):
        yield stmt.name


class ShapeFeatures:
    """Features of size, type of statement and unused definitions."""

    def __init__(self) -> None:
        self._loose: dict[ast.AST, tuple[set[str], int]] = {}

    def of(self, place: SuspiciousStatement) -> Iterator[tuple[str, float]]:
        """Yields (feature, value) for the size and form of a statement and of its function."""
        source, stmt, function = syntax_of(place)
        nodes = source.own(stmt) if not isinstance(stmt, ast.ClassDef) else []
        yield "size", math.log1p(min(LARGE, sum(isinstance(node, ast.expr) for node in nodes))) / math.log1p(LARGE)
        unused, size = self._function(function)
        yield "function size", math.log1p(size) / 5
        yield "unused in function", float(bool(unused))
        bound = stored_names(nodes)
        yield "unused", float(bool(bound & unused))
        yield "jump", float(isinstance(stmt, (ast.Pass, ast.Break, ast.Continue, ast.Import, ast.ImportFrom)))
        yield "condition", float(isinstance(stmt, (ast.If, ast.While)))
        yield "return", float(isinstance(stmt, ast.Return))
        yield "call statement", float(isinstance(stmt, ast.Expr))

    def _function(self, function: PythonFunction | None) -> tuple[set[str], int]:
        if function is None:
            return set(), 0
        if function.node not in self._loose:
            names = [node for node in ast.walk(function.node) if isinstance(node, ast.Name)]
            read = Counter(node.id for node in names if not isinstance(node.ctx, ast.Store))
            bound = stored_names(names) | {arg.arg for arg in function.arguments if arg.arg not in ("self", "cls")}
            unused = {name for name in bound if not read[name] and not name.startswith("_")}
            size = sum(isinstance(node, ast.stmt) for node in ast.walk(function.node))
            self._loose[function.node] = (unused, size)
        return self._loose[function.node]
