"""The source files that are scanned, parsed once for all checks."""

from __future__ import annotations

import ast
import functools
import io
import tokenize
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.protected_paths import is_test_side, leaves_worktree

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
Scope = ast.Module | ast.ClassDef | FunctionNode
_BIGGEST = 2 * 1024 * 1024
"""Bytes. More than this is data or generated code, which nobody reviews."""


@dataclass(frozen=True)
class Source:
    """One Python file, read and taken apart when it is needed; `path` is relative to the project's root."""

    path: str
    text: str
    is_test: bool

    @functools.cached_property
    def tree(self) -> ast.Module | None:
        """The syntax tree; None where our own Python can't parse the text."""
        return parse(self.text)

    @functools.cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @functools.cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes, outer ones first."""
        return list(ast.walk(self.tree)) if self.tree else []

    @functools.cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        return {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes that `node` lies in, innermost first."""
        while (parent := self.parents.get(node)) is not None:
            yield parent
            node = parent

    @functools.cached_property
    def functions(self) -> list[FunctionNode]:
        return [node for node in self.nodes if isinstance(node, FunctionNode)]

    @functools.cached_property
    def classes(self) -> list[ast.ClassDef]:
        return [node for node in self.nodes if isinstance(node, ast.ClassDef)]

    def statements(self) -> Iterator[list[ast.stmt]]:
        """Every list of statements: bodies, else branches, handlers."""
        for node in self.nodes:
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list) and block:
                    yield block


def read_sources(root: Path, files: Iterable[str], texts: Mapping[str, str], tests: bool) -> Iterator[Source]:
    """The Python files among `files`, from `texts` or from disk, one by one; unreadable ones are left out."""
    for path in dict.fromkeys(files):
        if leaves_worktree(path) or not path.endswith((".py", ".pyi")):
            continue
        text = texts[path] if path in texts else _read(root, path)
        if text is not None:
            yield Source(path, text, tests or is_test_side(path))


def _read(root: Path, path: str) -> str | None:
    """A file's text; None where there is none, it is too big, or a link leads out of the project."""
    file = (root / path).resolve()
    try:
        data = file.read_bytes() if file.is_relative_to(root.resolve()) else None
    except OSError:
        return None
    if data is None or len(data) > _BIGGEST:
        return None
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return data.decode("utf-8", "surrogateescape")


def parse(text: str) -> ast.Module | None:
    """The syntax tree, None where there is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the user's escapes are not ours to tell of
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def dotted(node: ast.AST | None) -> str:
    """`a.b.c` for names and attributes, "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        head = dotted(node.value)
        return f"{head}.{node.attr}" if head else ""
    return ""


def names_in(node: ast.AST) -> set[str]:
    """Every plain name that occurs in `node`."""
    return {found.id for found in ast.walk(node) if isinstance(found, ast.Name)}


def decorators(node: FunctionNode | ast.ClassDef) -> set[str]:
    """The last part of each decorator's name."""
    called = (item.func if isinstance(item, ast.Call) else item for item in node.decorator_list)
    return {dotted(item).rpartition(".")[2] for item in called}


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    is_text = (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    )
    return body[1:] if is_text else body


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of functions and classes inside it."""
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
