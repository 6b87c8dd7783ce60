"""Edits of one file that are collected and applied together; everything outside of them stays to the byte."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TypeVar

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import Position
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.edit import Overlap, apply_spans

_ON_PURPOSE = re.compile(r"#\s*noqa\b(?!\s*:)|#\s*noqa\s*:[^#\n]*\bF401\b", re.I)
Import = ast.Import | ast.ImportFrom
Span = tuple[int, int, str]
_Node = TypeVar("_Node", bound=ast.expr)


def node_at(source: SourceFile, position: Position, kind: type[_Node]) -> _Node | None:
    """The expression of a kind that covers a position exactly."""
    here = source.expressions_at.get(position, ())
    return next((node for node in here if isinstance(node, kind) and source.is_real(node)), None)


class FileEdits:
    """Collects the edits of one source file."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self._spans: dict[tuple[int, int], str] = {}
        self._added: dict[str, Import | None] = {}
        self._imports = [node for node in source.nodes if isinstance(node, Import)]
        self._moved = MovedImports(source)

    def replace(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of what lies between two offsets."""
        self._spans[(start, end)] = text

    def wrap(self, start: int, end: int, before: str, after: tuple[int, str]) -> None:
        """Put a text before an offset, besides others there, and one in the place of what lies from `end` on."""
        self._spans[(start, start)] = before + self._spans.get((start, start), "")
        self.replace(end, *after)

    def import_at(self, position: Position) -> Import | None:
        """The import statement at a position."""
        wanted = position[:2]
        return next((node for node in self._imports if (node.lineno, node.col_offset) == wanted), None)

    @property
    def imports(self) -> list[Import]:
        """The import statements of the file."""
        return self._imports

    def add_import(self, statement: str, beside: str) -> None:
        """Have the file import something more, once, behind the import that binds the name `beside`."""
        self._added.setdefault(statement, self.import_of(beside))

    def import_of(self, name: str) -> Import | None:
        """The first import outside of all blocks that binds a name."""
        for node in self.source.tree.body:
            if isinstance(node, Import) and any(local_name(node, alias) == name for alias in node.names):
                return node
        return None

    def replace_import(self, statement: str, name: str) -> bool:
        """Replace the import that binds a name and nothing else; False where there is no such import."""
        found = [node for node in self._imports for alias in node.names if local_name(node, alias) == name]
        if len(found) != 1 or len(found[0].names) != 1:
            return False
        self.replace(*self.source.span(found[0]), statement)
        return True

    def move_name(self, node: Import, alias: ast.alias, statement: str = "") -> bool:
        """Take a name out of an import, and import something by `statement` there, if given; False where several
        statements share the line."""
        return self._moved.take(node, alias, statement)

    def drop_name(self, node: ast.ImportFrom, alias: ast.alias) -> bool:
        """Take a name out of an import that goes on importing the module; False as in `move_name`."""
        return self._moved.drop(node, alias)

    def keeps_unused(self, node: Import) -> bool:
        """Whether a comment tells linters that the names of an import are there on purpose."""
        start, end = self.source.block(node)
        return _ON_PURPOSE.search(self.source.text[start:end]) is not None

    def binds(self, name: str) -> bool:
        """Whether the file gives a name a meaning, anywhere, or reads it."""
        return name in self._given() or any(one.id == name for one in self._names())

    def sets(self, name: str) -> bool:
        """Whether the file gives a name a meaning of its own, anywhere: to read one of Python's is none."""
        stored = (one for one in self._names() if not isinstance(one.ctx, ast.Load))
        return name in self._given() or any(one.id == name for one in stored)

    def _names(self) -> Iterator[ast.Name]:
        return (node for node in self.source.nodes if isinstance(node, ast.Name))

    def _given(self) -> set[str]:
        """The names of parameters, definitions and imports."""
        found: set[str] = set()
        for node in self.source.nodes:
            if isinstance(node, ast.arg):
                found.add(node.arg)
            elif isinstance(node, (FunctionNode, ast.ClassDef)):
                found.add(node.name)
            elif isinstance(node, ast.alias):
                found.add(node.asname or node.name.partition(".")[0])
        return found

    def loads(self, name: str) -> list[ast.Name] | None:
        """All uses of an imported name; None where the file also sets it or speaks of it in a text of `__all__`."""
        found: list[ast.Name] = []
        for node in self.source.nodes:
            if isinstance(node, ast.Name) and node.id == name:
                if not isinstance(node.ctx, ast.Load) or not self.source.is_real(node):
                    return None
                found.append(node)
            elif _speaks_of(node, name):
                return None
        return found

    @cached_property
    def _outer_imports(self) -> list[Import]:
        """The imports whose names all of the file knows: those in functions are left out."""
        ancestors = self.source.ancestors
        return [node for node in self._imports if not any(isinstance(one, FunctionNode) for one in ancestors(node))]

    def local_name(self, module: str) -> str:
        """What the file calls a module that it imports, or ""."""
        imported = imported_names(self._outer_imports)
        return next((one.spelling for one in imported if one.whole == module and not one.level), "")

    def imported_as(self, module: str, name: str) -> str:
        """What the file calls a name that it imports from a module, or ""."""
        imported = (one for one in imported_names(self._outer_imports) if one.module == module and not one.level)
        return next((one.name for one in imported if one.member == name), "")

    @property
    def is_changed(self) -> bool:
        """Whether any edit was collected."""
        return bool(self._spans or self._added or next(self._moved.spans(), None))

    def text(self) -> str | None:
        """The edited text; None where nothing changes, edits overlap, or it is no Python any more."""
        spans = [(start, end, new) for (start, end), new in self._spans.items()]
        added: dict[int, str] = {}
        for place, _, new in self._additions():
            added[place] = added.get(place, "") + new
        spans += [*((place, place, new) for place, new in added.items()), *self._moved.spans()]
        try:
            text = apply_spans(self.source.text, spans)
        except Overlap:
            return None
        return text if text != self.source.text and python_code.compiles(text) else None

    def _additions(self) -> list[tuple[int, int, str]]:
        """New import statements: each behind the import that it belongs beside, else before all others."""
        source, found = self.source, dict[int, str]()
        for statement, node in self._added.items():
            place = source.block(node)[1] if node is not None and source.owns_line(node) else self._head()
            missing = "" if not place or source.text[:place].endswith("\n") else source.newline
            found[place] = f"{found.get(place, missing)}{statement}{source.newline}"
        return [(place, place, text) for place, text in found.items()]

    def _head(self) -> int:
        """Behind the docstring and the imports of the future."""
        source, start = self.source, 0
        for node in source.tree.body:
            is_future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if not (is_future or is_text):
                break
            start = source.block(node)[1]
        if not start and (found := re.match(r"(?:#[^\n]*\n)*", source.text)):
            start = found.end()
        return start


class ProgramEdits(dict[str, FileEdits]):
    """The edits of a program by file; a file gets its own when it is asked for."""

    def __init__(self, files: Mapping[str, SourceFile]) -> None:
        super().__init__()
        self.files = files

    def __missing__(self, file: str) -> FileEdits:
        return self.setdefault(file, FileEdits(self.files[file]))

    def texts(self) -> dict[str, str]:
        """The edited texts of the files with an edit; empty where one of them can't be edited so."""
        changed = [(file, one.text()) for file, one in self.items() if one.is_changed]
        return {} if any(text is None for _, text in changed) else {file: text for file, text in changed if text}


def _speaks_of(node: ast.AST, name: str) -> bool:
    """Whether a node sets a name, or holds it as a text."""
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return name in node.names
    if isinstance(node, (FunctionNode, ast.ClassDef)):
        return node.name == name
    return (isinstance(node, ast.arg) and node.arg == name) or (isinstance(node, ast.Constant) and node.value == name)


def local_name(node: Import, alias: ast.alias) -> str:
    """The name that an import binds for one of its names."""
    return alias.asname or (alias.name.partition(".")[0] if isinstance(node, ast.Import) else alias.name)


class MovedImports:
    """Collects what leaves and what comes in one file."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self._cut: dict[Import, list[ast.alias]] = {}
        self._new: dict[Import, dict[str, list[str]]] = {}
        self._extended: dict[ast.ImportFrom, list[str]] = {}
        self._dropped: set[Import] = set()

    def drop(self, node: ast.ImportFrom, alias: ast.alias) -> bool:
        """Take a name out of a statement with nothing in its place; the import of the module, which may do something,
        stays. False where several statements share the line."""
        self._dropped.add(node)
        return self.take(node, alias, "")

    def take(self, node: Import, alias: ast.alias, statement: str) -> bool:
        """Take a name out of a statement; `statement`, unless it is empty, imports something in its place.

        A name of a module that the file imports from already is added there. False where several statements share the
        line.
        """
        if not self.source.owns_line(node):
            return False
        self._cut.setdefault(node, []).append(alias)
        head, _, name = statement.rpartition(" import ")
        beside = self._import_from(head.removeprefix("from "), node) if head else None
        if beside is not None:
            self._extended.setdefault(beside, []).append(name)
        elif statement:
            self._new.setdefault(node, {}).setdefault(head, []).append(name if head else statement)
        return True

    def _import_from(self, module: str, but: Import) -> ast.ImportFrom | None:
        for node in self.source.tree.body:
            if isinstance(node, ast.ImportFrom) and node.module == module and not node.level and node is not but:
                return node if node.names[-1].name != "*" else None
        return None

    def spans(self) -> Iterator[Span]:
        """What is to be replaced, by what."""
        for node, aliases in self._cut.items():
            last = next((one for one in reversed(node.names) if one not in aliases), None)
            if last is None:
                yield self._replaced(node)
            else:
                yield from self._cuts(node, aliases, node.names.index(last))
                yield from self._behind(node)
        for beside, names in self._extended.items():
            end = self.source.span(beside.names[-1])[1]
            yield end, end, "".join(f", {name}" for name in names)

    def _statements(self, node: Import) -> list[str]:
        new = self._new.get(node, {})
        return [
            line for head, names in new.items() for line in ([f"{head} import {', '.join(names)}"] if head else names)
        ]

    def _replaced(self, node: Import) -> Span:
        """The whole statement gives way."""
        lines = [*self._statements(node), *self._module_import(node)]
        if not lines:
            is_alone = any(body == [node] for body in _bodies(self.source.tree))
            return (*self.source.span(node), "pass") if is_alone else (*self.source.block(node), "")
        return *self.source.span(node), f"{self.source.newline}{self.source.indent(node)}".join(lines)

    def _module_import(self, node: Import) -> list[str]:
        """An import of the module of dropped names, where nothing else in the file imports it."""
        if not isinstance(node, ast.ImportFrom) or not node.module or node.level or node not in self._dropped:
            return []
        inner = f"{node.module}."
        imports = (one for one in self.source.nodes if isinstance(one, Import))
        others = (one for one in imports if one.names != self._cut.get(one))
        modules = [one.module for one in imported_names(others) if not one.level]
        modules += [head.removeprefix("from ") for heads in self._new.values() for head in heads]
        is_imported = any(f"{name}.".startswith(inner) for name in modules)
        return [] if is_imported else [f"import {node.module}"]

    def _cuts(self, node: Import, aliases: list[ast.alias], last: int) -> Iterator[Span]:
        span, names = self.source.span, node.names
        for index, one in enumerate(names):
            if one in aliases:
                before = span(one)[0], span(names[index + 1])[0] if index < last else 0
                yield (*before, "") if index < last else (span(names[index - 1])[1], span(one)[1], "")

    def _behind(self, node: Import) -> Iterator[Span]:
        source, lines = self.source, self._statements(node)
        if lines:
            after = source.block(node)[1]
            missing = "" if source.text[:after].endswith("\n") else source.newline
            yield after, after, missing + "".join(f"{source.indent(node)}{line}{source.newline}" for line in lines)


def _bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and not isinstance(node, ast.Module):
                yield body
