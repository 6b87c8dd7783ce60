"""Parts of the code that are alike but for their names and texts: a change that makes them so is likelier than one that
makes two of a kind differ.

Code comes in twos and fours: both ends of an interval, width and height, old and new. Where one of several copies
differs, it is often that one which is wrong (CP-Miner, OSDI 2004).
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from typing import cast

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.function_swap import rewritten
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.source_cache import remembered

LEAST_SIZE = 6
"""Nodes of a part that counts: of smaller ones there are always many alike. 4, 6 and 9 were tried."""
SILENT = frozenset({"id", "attr", "name", "arg", "module", "asname", "names", "ctx", "kind", "type_comment"})
"""Fields of nodes that only name something, or say nothing about what it does."""


def more_alike(candidate: Candidate) -> int:
    """How many pairs of like parts the files of a patch have more with it than without; negative for fewer.

    0 for what can't be read, or is nested too deep.
    """
    try:
        return sum(_gained(part) for part in candidate.parts if part.source.parses)
    except (SyntaxError, ValueError, RecursionError):
        return 0


def _gained(part: Part) -> int:
    everywhere = _of_file(cast(SourceFile, part.source))
    before: Counter[int] = Counter()
    after: Counter[int] = Counter()
    for source, function, text in rewritten(part):
        before += _shapes(source.tree if function is None else function.node)
        after += _shapes(python_code.parse(text))
    now = {shape: everywhere[shape] - before[shape] + after[shape] for shape in before | after}
    return _pairs(now) - _pairs({shape: everywhere[shape] for shape in now})


def _pairs(counts: Mapping[int, int]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())


@remembered(64)
def _of_file(source: SourceFile) -> Counter[int]:
    return _shapes(source.tree)


def _shapes(tree: ast.AST) -> Counter[int]:
    """How often each statement and expression of some size stands there, whatever its names and texts are."""
    found: Counter[int] = Counter()
    _shape(tree, found)
    return found


def _shape(node: ast.AST, found: Counter[int]) -> tuple[int, int]:
    """A hash of the node without its names, and of how many nodes it is made; counts it and its parts."""
    if isinstance(node, ast.Constant):
        return hash("text" if isinstance(node.value, (str, bytes)) else repr(node.value)), 1
    parts: list[object] = [type(node).__name__]
    size = 1
    for field, value in ast.iter_fields(node):
        values = value if isinstance(value, list) else [value]
        if field not in SILENT:
            inner = [_shape(one, found) if isinstance(one, ast.AST) else (hash(repr(one)), 0) for one in values]
            parts += [field, *(shape for shape, _ in inner)]
            size += sum(count for _, count in inner)
    shape = hash(tuple(parts))
    is_definition = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    if size >= LEAST_SIZE and isinstance(node, (ast.expr, ast.stmt)) and not is_definition:
        found[shape] += 1
    return shape, size
