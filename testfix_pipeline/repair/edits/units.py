"""Units mixed up: a number that is compared, added or answered in another unit than the one beside it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.operators import ORDERINGS
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

# Between seconds, minutes, hours, days, weeks and years; thousandths, hundredths; kibibytes.
FACTORS = (1000, 60, 100, 3600, 24, 7, 1024, 12, 86400)
BESIDE = {
    60: (3600, 24, 1000),
    3600: (60, 86400),
    86400: (3600,),
    24: (60, 7, 12),
    7: (24,),
    12: (24,),
    1000: (1024, 60, 100),
    1024: (1000,),
    100: (1000, 10),
}
KNOWN, UNKNOWN, EXPLAINED = 0.3, 0.1, 0.5
"""For a factor that stands in the project, for any other, and for one that lies between actual and expected."""


def converted(target: Target) -> Iterator[Edit]:
    """A name on one side of an ordering comparison, a sum or a difference times or by a factor between units; and one
    such factor in an operation for another."""
    known = _in_use(target.project or (target.source,))
    chosen = [(factor, KNOWN / (1 + 0.3 * rank)) for rank, factor in enumerate(known)]
    chosen += [(factor, UNKNOWN) for factor in FACTORS[:4] if factor not in known]
    for node in target.expressions(ast.Constant):
        assert isinstance(node, ast.Constant)
        own = node.value
        if not isinstance(own, int) or not isinstance(target.source.parents[node], ast.BinOp):
            continue
        for rank, factor in enumerate(BESIDE.get(own, ())):
            yield target.replace(node, str(factor), "constant", KNOWN / (1 + 0.3 * rank), f"{own} -> {factor}")
    for node in _operands(target):
        for factor, prior in chosen:
            for sign, share in (("*", 1.0), ("/", 0.8)):
                text = f"{wrapped(target, node)} {sign} {factor}"
                yield target.replace(node, text, "unit-converted", prior * share, text[:50])


def _operands(target: Target) -> Iterator[ast.expr]:
    for node in target.expressions(ast.Compare, ast.BinOp):
        pair: list[ast.expr] = []
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ORDERINGS):
            pair = [node.left, node.comparators[0]]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            pair = [node.left, node.right]
        plain = all(isinstance(one, (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.BinOp)) for one in pair)
        yield from (one for one in pair if plain and not isinstance(one, ast.BinOp))


@remembered(8)
def _in_use(sources: Sequence[SourceFile]) -> tuple[int, ...]:
    """The factors that the project itself speaks of, the most frequent first."""
    counts = dict.fromkeys(FACTORS, 0)
    for source in sources:
        for node in ast.walk(source.tree):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, (int, float)) and value in counts:
                counts[int(value)] += 1
    return tuple(sorted((factor for factor in FACTORS if counts[factor]), key=lambda factor: -counts[factor]))
