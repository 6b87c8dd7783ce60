"""The change in the number of equal code parts (up to names and texts) that a patch causes.

Code often comes in twos and fours: both ends of an interval, width and height, old and new. If one of several copies
differs, that one is often wrong (CP-Miner, OSDI 2004), so a patch that makes parts equal is likelier than one that
makes them differ.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from typing import cast

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.function_swap import rewritten
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.source_cache import cached_per_search

LEAST_SIZE = 6
"""The least number of nodes of a part that counts: many smaller ones are always equal. 4, 6 and 9 were tried."""
IGNORED_FIELDS = frozenset({"id", "attr", "name", "arg", "module", "asname", "names", "ctx", "kind", "type_comment"})
"""Fields of nodes that only hold names, or do not affect behaviour."""


def more_alike(candidate: Candidate) -> int:
    """The number of pairs of equal parts that a patch adds to its files; negative if it removes some.

    0 for text that cannot be parsed or is nested too deeply.
    """
    try:
        return sum(_added_pairs(part) for part in candidate.parts if part.source.parses)
    except (SyntaxError, ValueError, RecursionError):
        return 0


def _added_pairs(part: Part) -> int:
    file_shapes = _shapes_of_file(cast(SourceFile, part.source))
    before: Counter[int] = Counter()
    after: Counter[int] = Counter()
    for source, function, text in rewritten(part):
        before += _shapes(source.tree if function is None else function.node)
        after += _shapes(python_code.parse(text))
    new_counts = {shape: file_shapes[shape] - before[shape] + after[shape] for shape in before | after}
    return _count_pairs(new_counts) - _count_pairs({shape: file_shapes[shape] for shape in new_counts})


def _count_pairs(counts: Mapping[int, int]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())


@cached_per_search(64)
def _shapes_of_file(source: SourceFile) -> Counter[int]:
    return _shapes(source.tree)


def _shapes(tree: ast.AST) -> Counter[int]:
    """The number of statements and expressions of each shape, whatever their names and texts."""
    found: Counter[int] = Counter()
    _add_shapes(tree, found)
    return found


def _add_shapes(node: ast.AST, found: Counter[int]) -> tuple[int, int]:
    """(hash of the node without its names, number of its nodes); adds the shapes of the node and its parts
    to `found`."""
    if isinstance(node, ast.Constant):
        return hash("text" if isinstance(node.value, (str, bytes)) else repr(node.value)), 1
    parts: list[object] = [type(node).__name__]
    size = 1
    for field, value in ast.iter_fields(node):
        values = value if isinstance(value, list) else [value]
        if field not in IGNORED_FIELDS:
            inner = [_add_shapes(one, found) if isinstance(one, ast.AST) else (hash(repr(one)), 0) for one in values]
            parts += [field, *(shape for shape, _ in inner)]
            size += sum(count for _, count in inner)
    shape = hash(tuple(parts))
    is_definition = isinstance(node, (FunctionNode, ast.ClassDef))
    if size >= LEAST_SIZE and isinstance(node, (ast.expr, ast.stmt)) and not is_definition:
        found[shape] += 1
    return shape, size
