"""A candidate: one or more edits, the texts they lead to, and how they get into the running program."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.ids import JOINT, label
from testfix_pipeline.repair.languages.python.edits.edit import Edit, apply_spans, fingerprint
from testfix_pipeline.repair.languages.python.source import Function, FunctionNode, SourceFile, first_line
from testfix_pipeline.repair.remembered import remembered


@dataclass(frozen=True)
class Part:
    """The edits of a candidate in one file."""

    source: SourceFile
    edits: tuple[Edit, ...]

    @property
    def text(self) -> str:
        """The whole edited text, made anew: thousands of candidates are kept. Raises Overlap where edits do overlap."""
        return apply_spans(self.source.text, [span for edit in self.edits for span in edit.spans])

    @property
    def contents(self) -> bytes:
        return self.source.encode(self.text)

    @cached_property
    def lines(self) -> frozenset[int]:
        """The lines of the original text that the edits touch."""
        touched: set[int] = set()
        for start, end, _ in (span for edit in self.edits for span in edit.spans):
            touched.update(range(self.source.line_at(start), self.source.line_at(max(start, end - 1)) + 1))
        return frozenset(touched)

    @cached_property
    def functions(self) -> dict[Function, tuple[Edit, ...]] | None:
        """The edits by the outermost function whose body holds them; None where one lies outside any."""
        found: dict[Function, tuple[Edit, ...]] = {}
        for edit in self.edits:
            function = _holder(self.source, edit)
            if function is None:
                return None
            found[function] = (*found.get(function, ()), edit)
        return found

    def valid(self) -> bool:
        """Whether the edited code still parses and differs from the original in more than layout."""
        try:
            return all(_differs(self.source, function, text) for function, text in self.rewritten())
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False

    def rewritten(self) -> Iterator[tuple[Function | None, str]]:
        """The edited functions with their new texts, or None with that of the whole file."""
        if self.functions is None:
            yield None, self.text
        for function, edits in (self.functions or {}).items():
            yield function, _function_text(self.source, function.node, edits)

    def changes(self, root: str) -> Iterator[Mapping[str, Any]]:
        """The orders to swap the code of live functions."""
        for function, edits in (self.functions or {}).items():
            node = function.node
            headers, path = _headers(self.source, node)
            yield {
                "file": f"{root}/{self.source.path}",
                "line": first_line(node) - len(headers),
                "source": "\n".join([*headers, _lines_of(self.source, node, edits)]),
                "path": [*path, node.name],
                "first": first_line(node),
                "future": _future(self.source.tree),
            }

    def runs_at_import(self, import_lines: Collection[int]) -> bool:
        """Whether edited code already ran while the tests were being imported and collected."""
        if self.functions is None:
            return True
        bodies = (function.node.body for function in self.functions)
        spans = (range(body[0].lineno, (body[-1].end_lineno or 0) + 1) for body in bodies)
        return any(line in import_lines for span in spans for line in span)


@dataclass(frozen=True)
class Candidate:
    """What is tried at once: parts in one or more files. `score` is what the search ordered it by."""

    parts: tuple[Part, ...]
    score: float
    family: str

    @classmethod
    def single(cls, source: SourceFile, edit: Edit, score: float, family: str) -> Candidate:
        return cls((Part(source, (edit,)),), score, family)

    def joined(self, other: Candidate) -> Candidate:
        """Both at once; edits of one file come together in one part."""
        edits: dict[SourceFile, tuple[Edit, ...]] = {}
        for part in (*self.parts, *other.parts):
            edits[part.source] = (*edits.get(part.source, ()), *part.edits)
        parts = tuple(Part(source, found) for source, found in edits.items())
        return Candidate(parts, self.score * other.score, "pair")

    @property
    def edits(self) -> tuple[Edit, ...]:
        return tuple(edit for part in self.parts for edit in part.edits)

    @property
    def texts(self) -> dict[str, str]:
        """The new text of every edited file. Raises Overlap."""
        return {part.source.path: part.text for part in self.parts}

    @property
    def contents(self) -> dict[str, bytes]:
        """The new bytes of every edited file. Raises Overlap."""
        return {part.source.path: part.contents for part in self.parts}

    @cached_property
    def fingerprint(self) -> str:
        marks = sorted(fingerprint(part.source, part.edits) for part in self.parts)
        return marks[0] if len(marks) == 1 else hashlib.sha256("".join(marks).encode()).hexdigest()[:20]

    @property
    def kind(self) -> str:
        """The ids of its edits, joined."""
        return JOINT.join(edit.kind for edit in self.edits)

    @property
    def description(self) -> str:
        """What it does, for people: the labels of its edits with their notes."""
        return "; ".join(f"{label(e.kind)}: {e.note}" if e.note else label(e.kind) for e in self.edits)

    def valid(self) -> bool:
        return all(part.valid() for part in self.parts)


def _holder(source: SourceFile, edit: Edit) -> Function | None:
    """The outermost function that has all of the edit in its body."""
    for function in source.functions:
        outermost = function.outer is function.node
        if outermost and all(_is_within(source, function.node, span) for span in edit.spans):
            return function
    return None


def _is_within(source: SourceFile, node: FunctionNode, span: tuple[int, int, str]) -> bool:
    """Whether a change is in the body of a function; behind its last line only what is indented as deep."""
    start, end, text = span
    begin, stop = _body(source, node)
    if start == stop:
        first = next((line for line in text.splitlines() if line.strip()), "")
        return len(first) - len(first.lstrip()) > len(source.indent(node))
    return begin <= start and end <= stop


def _differs(source: SourceFile, function: Function | None, text: str) -> bool:
    """Whether the new text means another program. Raises SyntaxError where it is none.

    Trees are compared only where the texts are alike but for layout: to compare them takes longer than to parse.
    """
    tree = python_code.parse(text)
    return squeezed(text) != _original(source, function)[0] or ast.dump(tree) != _original(source, function)[1]


@remembered(256)
def _original(source: SourceFile, function: Function | None) -> tuple[str, str]:
    """The original without its layout, and its syntax tree as text; "" where it does not parse."""
    text = _function_text(source, function.node, ()) if function else source.text
    try:
        return squeezed(text), ast.dump(python_code.parse(text))
    except (SyntaxError, ValueError):
        return "", ""


def squeezed(text: str) -> str:
    """A text without what mostly says nothing: white space, round brackets, commas, quotes."""
    return re.sub(r"[\s()'\",]+", "", text)


def _body(source: SourceFile, node: FunctionNode) -> tuple[int, int]:
    first = node.body[0]
    begin = source.line_starts[first_line(first) - 1] if source.owns_line(first) else source.span(first)[0]
    return begin, source.block(node)[1]


def _lines_of(source: SourceFile, node: FunctionNode, edits: Sequence[Edit]) -> str:
    begin, end = source.block(node)
    spans = [(s - begin, e - begin, text) for edit in edits for s, e, text in edit.spans]
    return apply_spans(source.text[begin:end], spans)


def _headers(source: SourceFile, node: FunctionNode) -> tuple[list[str], list[str]]:
    """Headers that put the function at its place again (its indentation, its class), and the names of the classes."""
    headers, path = [], []
    for parent in reversed(list(source.ancestors(node))):
        if isinstance(parent, ast.ClassDef):
            headers.append(f"{source.indent(parent)}class {parent.name}:")
            path.append(parent.name)
        elif isinstance(parent, ast.stmt):
            headers.append(f"{source.indent(parent)}if 1:")
    return headers, path


def _function_text(source: SourceFile, node: FunctionNode, edits: Sequence[Edit]) -> str:
    return "\n".join([*_headers(source, node)[0], _lines_of(source, node, edits)])


def _future(tree: ast.Module) -> list[str]:
    imports = [stmt for stmt in tree.body if isinstance(stmt, ast.ImportFrom) and stmt.module == "__future__"]
    return [alias.name for stmt in imports for alias in stmt.names]
