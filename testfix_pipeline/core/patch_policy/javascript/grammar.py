"""The grammars of JavaScript and TypeScript by the suffix of a file."""

from __future__ import annotations

import functools
from pathlib import PurePosixPath

import tree_sitter_javascript
import tree_sitter_typescript
from tree_sitter import Language, Parser, Query, QueryCursor

from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, first_error, text

SUFFIXES = (".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx")


@functools.cache
def _language(name: str) -> Language:
    if name == "tsx":
        return Language(tree_sitter_typescript.language_tsx())
    if name == "typescript":
        return Language(tree_sitter_typescript.language_typescript())
    return Language(tree_sitter_javascript.language())


def captured_texts(path: str, source: bytes, query: str) -> set[str]:
    """The texts of the nodes that a tree-sitter query captures; files with syntax errors have a tree too."""
    suffix = PurePosixPath(path).suffix.lower()
    language = _language("typescript" if suffix in (".ts", ".cts", ".mts") else "tsx")
    found = QueryCursor(_query(language, query)).captures(Parser(language).parse(source).root_node)
    return {text(node) for nodes in found.values() for node in nodes}


@functools.cache
def _query(language: Language, query: str) -> Query:
    return Query(language, query)


def parse(path: str, source: str | bytes) -> SyntaxNodes:
    """The syntax tree of a file. Types in a `.js` file (Flow) are read as TypeScript where JavaScript fails."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in (".ts", ".cts", ".mts"):
        return SyntaxNodes.of(_language("typescript"), source)
    if suffix == ".tsx":
        return SyntaxNodes.of(_language("tsx"), source)
    found = SyntaxNodes.of(_language("javascript"), source)
    if first_error(found.root) is None:
        return found
    typed = SyntaxNodes.of(_language("tsx"), source)
    return typed if first_error(typed.root) is None else found
