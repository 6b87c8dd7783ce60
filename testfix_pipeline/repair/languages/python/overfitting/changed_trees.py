"""The syntax trees of whole files before and after a patch, parsed once for all signs that compare them."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.source_cache import cached_per_search

_KEPT = 8
"""The trees of one patch and of the files that it changes."""


def changed_trees(candidate: Candidate, name: str = "") -> Iterator[tuple[ast.Module, ast.Module]]:
    """The old and the new tree of each part; parts that don't parse are left out. name: of files, where others don't
    count."""
    for part in [part for part in candidate.parts if part.source.path.rpartition("/")[2] == name or not name]:
        with contextlib.suppress(SyntaxError, ValueError, RecursionError):
            yield _parse(part.source.text), _parse(part.text)


@cached_per_search(_KEPT)
def _parse(text: str) -> ast.Module:
    return python_code.parse(text)


@cached_per_search(_KEPT)
def all_nodes(tree: ast.AST) -> Sequence[ast.AST]:
    """All nodes of a tree, as `ast.walk` yields them."""
    return tuple(ast.walk(tree))
