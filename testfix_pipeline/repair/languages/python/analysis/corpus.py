"""All statements of the project's files with their functions, to search for similar code."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.languages.python.analysis.tokens import Token, own_tokens
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile, blocks, is_docstring
from testfix_pipeline.repair.model.source_cache import cached_per_search


@dataclass(frozen=True, eq=False, slots=True)
class Site:
    """One statement with the function that contains it."""

    source: SourceFile
    function: PythonFunction | None
    stmt: ast.stmt

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of the statement's own code."""
        return own_tokens(self.source, self.stmt)


class Corpus:
    """Statements by the names in them (`by_word`) and by their function (`of_function`)."""

    def __init__(self, sources: Sequence[SourceFile]) -> None:
        self.by_word: dict[str, list[Site]] = defaultdict(list)
        self.of_function: dict[PythonFunction | None, list[Site]] = defaultdict(list)
        for site in (one for source in sources for one in _sites(source)):
            self.of_function[site.function].append(site)
            for word in {token.text for token in site.tokens if token.kind == "name"}:
                self.by_word[word].append(site)


@cached_per_search(2)
def corpus_of(sources: tuple[SourceFile, ...]) -> Corpus:
    """The statements of some files, cached."""
    return Corpus(sources)


def _sites(source: SourceFile) -> Iterator[Site]:
    """Yields every statement inside functions and classes, in the file's order."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Module):
            continue
        for block in blocks(node):
            function = source.function_of(block[0])
            yield from (Site(source, function, stmt) for stmt in block if not is_docstring(stmt))
