"""A candidate: one or more edits, the texts they lead to, and how they get into the running program."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from testfix_pipeline.repair.edits.edit import Edit, apply_spans, fingerprint
from testfix_pipeline.repair.source import Function, FunctionNode, SourceFile, first_line


@dataclass(frozen=True)
class Candidate:
    """Edits to one file that are tried together. `score` is what the search ordered it by."""

    source: SourceFile
    edits: tuple[Edit, ...]
    score: float
    family: str

    @cached_property
    def text(self) -> str:
        """The whole edited text. Raises Overlap where the edits exclude each other."""
        return apply_spans(self.source.text, [span for edit in self.edits for span in edit.spans])

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.source, self.edits)

    @property
    def kind(self) -> str:
        return " + ".join(edit.kind for edit in self.edits)

    @property
    def description(self) -> str:
        return "; ".join(f"{e.kind}: {e.note}" if e.note else e.kind for e in self.edits)

    def lines(self) -> set[int]:
        """The lines of the original text that the edits touch."""
        touched: set[int] = set()
        for edit in self.edits:
            for start, end, _ in edit.spans:
                touched.update(range(self.source.line_at(start), self.source.line_at(max(start, end - 1)) + 1))
        return touched

    def function(self) -> Function | None:
        """The outermost function that holds all the edits in its body, or None."""
        spans = [(start, end) for edit in self.edits for start, end, _ in edit.spans]
        for function in self.source.functions:
            if function.outer is function.node:
                begin, stop = _body(self.source, function.node)
                if all(begin <= start and end <= stop for start, end in spans):
                    return function
        return None

    def valid(self) -> bool:
        """Whether the edited part still parses and differs from the original in more than layout."""
        function = self.function()
        old, new = (
            (_function_text(self.source, function.node, ()), _function_text(self.source, function.node, self.edits))
            if function
            else (self.source.text, self.text)
        )
        try:
            return ast.dump(ast.parse(new)) != ast.dump(ast.parse(old))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False

    def change(self, root: str) -> Mapping[str, Any] | None:
        """The order to swap the code of a live function; None where the module has to be imported anew."""
        function = self.function()
        if function is None:
            return None
        node = function.node
        headers, path = _headers(self.source, node)
        first = first_line(node)
        return {
            "file": f"{root}/{self.source.path}",
            "line": first - len(headers),
            "source": "\n".join([*headers, _lines_of(self.source, node, self.edits)]),
            "path": [*path, node.name],
            "first": first,
            "future": _future(self.source.tree),
        }

    def runs_at_import(self, import_lines: Collection[int]) -> bool:
        """Whether the edited function already ran while the tests were being imported and collected."""
        function = self.function()
        if function is None:
            return True
        body = function.node.body
        return any(line in import_lines for line in range(body[0].lineno, (body[-1].end_lineno or 0) + 1))


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
