"""Texts of edited functions, their comparison with the original, and the request to swap them in a running process."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import first_line
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.analysis.unreachable import unreachable
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.candidate import Part
from testfix_pipeline.repair.model.edit import Edit, apply_spans, without_layout
from testfix_pipeline.repair.model.source_cache import cached_per_search

Span = tuple[int, int, str]


def rewritten(part: Part) -> Iterator[tuple[SourceFile, PythonFunction | None, str]]:
    """Yields (file, edited function, its new text), or (file, None, new text of the whole file)."""
    for function, text in part.rewritten():
        yield cast(SourceFile, part.source), cast("PythonFunction | None", function), text


def enclosing(source: SourceFile, spans: Sequence[Span]) -> PythonFunction | None:
    """The outermost function whose body contains all of the changes."""
    for function in source.functions:
        outermost = function.outer is function.node
        if outermost and all(_is_within(source, function.node, span) for span in spans):
            return function
    return None


def swap(source: SourceFile, function: PythonFunction, edits: Sequence[Edit], root: str) -> Mapping[str, Any]:
    """The request to swap the code of a function in a running process."""
    node = function.node
    headers, path = _headers(source, node)
    return {
        "file": f"{root}/{source.path}",
        "line": first_line(node) - len(headers),
        "source": "\n".join([*headers, _edited_text(source, node, edits)]),
        "path": [*path, node.name],
        "first": first_line(node),
        "future": _future_imports(source.tree),
    }


def _is_within(source: SourceFile, node: FunctionNode, span: Span) -> bool:
    """Whether a change is in the body of a function; after its last line only if it is indented deeper than
    the header."""
    start, end, text = span
    begin, stop = _body_span(source, node)
    if start == stop:
        first = next((line for line in text.splitlines() if line.strip()), "")
        return len(first) - len(first.lstrip()) > len(source.indent(node))
    return begin <= start and end <= stop


def differs(source: SourceFile, function: PythonFunction | None, text: str) -> bool:
    """Whether the new text is another program. Raises SyntaxError if it is not valid Python.

    Trees are compared only if the texts are equal except for layout: comparing takes longer than parsing.
    """
    tree = python_code.parse(text)
    plain, dumped, _ = _original(source, function)
    return without_layout(text) != plain or ast.dump(tree) != dumped


def adds_unreachable(source: SourceFile, function: PythonFunction | None, text: str) -> bool:
    """Whether a text that parses has more statements than before that no run reaches."""
    return unreachable(python_code.parse(text)) > _original(source, function)[2]


@cached_per_search(256)
def _original(source: SourceFile, function: PythonFunction | None) -> tuple[str, str, int]:
    """The original text without its layout, its syntax tree as text, and how many of its statements never run; "" and 0
    if it does not parse."""
    text = function_text(source, function, ()) if function else source.text
    try:
        tree = python_code.parse(text)
        return without_layout(text), ast.dump(tree), unreachable(tree)
    except (SyntaxError, ValueError):
        return "", "", 0


@cached_per_search(1024)
def _body_span(source: SourceFile, node: FunctionNode) -> tuple[int, int]:
    first = node.body[0]
    begin = source.line_starts[first_line(first) - 1] if source.owns_line(first) else source.span(first)[0]
    return begin, source.block(node)[1]


def _edited_text(source: SourceFile, node: FunctionNode, edits: Sequence[Edit]) -> str:
    begin, end = source.block(node)
    spans = [(s - begin, e - begin, text) for edit in edits for s, e, text in edit.spans]
    return apply_spans(source.text[begin:end], spans)


def _headers(source: SourceFile, node: FunctionNode) -> tuple[list[str], list[str]]:
    """(headers that give the function its indentation and class again, names of the classes)."""
    headers, path = [], []
    for parent in reversed(list(source.ancestors(node))):
        if isinstance(parent, ast.ClassDef):
            headers.append(f"{source.indent(parent)}class {parent.name}:")
            path.append(parent.name)
        elif isinstance(parent, ast.stmt):
            headers.append(f"{source.indent(parent)}if 1:")
    return headers, path


def function_text(source: SourceFile, function: PythonFunction, edits: Sequence[Edit]) -> str:
    """The text of an outermost function with edits, so that it parses by itself."""
    return "\n".join([*_headers(source, function.node)[0], _edited_text(source, function.node, edits)])


def _future_imports(tree: ast.Module) -> list[str]:
    imports = [stmt for stmt in tree.body if isinstance(stmt, ast.ImportFrom) and stmt.module == "__future__"]
    return [alias.name for stmt in imports for alias in stmt.names]
