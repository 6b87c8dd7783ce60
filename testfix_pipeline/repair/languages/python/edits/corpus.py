"""All statements of the project's files with what stands around them: where code like that of a place is looked for."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.languages.python.edits.scope import bound_names
from testfix_pipeline.repair.languages.python.edits.tokens import Token, loose_key, own_tokens, strict_key
from testfix_pipeline.repair.languages.python.source import Function, FunctionNode, SourceFile, blocks, is_docstring
from testfix_pipeline.repair.remembered import remembered

Key = tuple[str, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Site:
    """One statement in its block. `parent` holds the block."""

    source: SourceFile
    function: Function | None
    parent: ast.AST
    block: list[ast.stmt]
    position: int

    @property
    def stmt(self) -> ast.stmt:
        return self.block[self.position]

    @property
    def tokens(self) -> tuple[Token, ...]:
        return own_tokens(self.source, self.stmt)

    def is_small(self, lines: int) -> bool:
        """Whether it has no more lines than that, all its own."""
        return (self.stmt.end_lineno or 0) - self.stmt.lineno < lines and self.source.owns_line(self.stmt)

    def beside(self, step: int) -> ast.stmt | None:
        """The statement before (-1) or behind (1), docstrings left out."""
        position = self.position + step
        if not 0 <= position < len(self.block) or is_docstring(self.block[position]):
            return None
        return self.block[position]


def keys(source: SourceFile, function: Function | None, stmt: ast.stmt | None, parent: ast.AST) -> tuple[Key, Key]:
    """The strict and the loose key of a neighbour; of the block's own header where there is none."""
    local = bound_names(function.node) if function else {}
    if stmt is not None:
        tokens = own_tokens(source, stmt)
        return strict_key(tokens, local), loose_key(tokens)
    if isinstance(parent, FunctionNode):
        return ("edge", parent.name), ("edge", "function")
    if isinstance(parent, ast.stmt):
        tokens = own_tokens(source, parent)
        return ("edge", *strict_key(tokens, local)), ("edge", *loose_key(tokens))
    return ("edge", type(parent).__name__), ("edge", type(parent).__name__)


class Corpus:
    """Statements by what they mention (`by_word`), by what stands before (`after`) and behind them (`before`)."""

    def __init__(self, sources: Sequence[SourceFile]) -> None:
        self.by_word: dict[str, list[Site]] = defaultdict(list)
        self.after: dict[Key, list[Site]] = defaultdict(list)
        self.before: dict[Key, list[Site]] = defaultdict(list)
        self.of_function: dict[Function | None, list[Site]] = defaultdict(list)
        self.words: set[str] = set()
        for source in sources:
            for site in _sites(source):
                self._add(site)
        self.words.update(self.by_word)

    def _add(self, site: Site) -> None:
        self.of_function[site.function].append(site)
        for word in {token.text for token in site.tokens if token.kind == "name"}:
            self.by_word[word].append(site)
        for table, step in ((self.after, -1), (self.before, 1)):
            for key in keys(site.source, site.function, site.beside(step), site.parent):
                table[key].append(site)


@remembered(2)
def corpus_of(sources: tuple[SourceFile, ...]) -> Corpus:
    return Corpus(sources)


def _sites(source: SourceFile) -> Iterator[Site]:
    """Every statement inside functions, in the file's order; functions' and classes' own bodies are blocks as well."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Module):
            continue
        for block in blocks(node):
            function = source.function_of(block[0])
            for position, stmt in enumerate(block):
                if not is_docstring(stmt):
                    yield Site(source, function, node, block, position)
