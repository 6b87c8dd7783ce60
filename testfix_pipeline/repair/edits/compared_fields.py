"""Methods that go by the fields of an object: hashed as it is compared, ordered by all of them at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.operators import ORDERINGS

HASHED, ORDERED = 0.6, 0.5


def ordered(target: Target) -> Iterator[Edit]:
    """`(a.x, a.y) < (b.x, b.y)` for `a.x < b.x and a.y < b.y`: by the second only where the first are the same."""
    for node in target.expressions(ast.BoolOp):
        assert isinstance(node, ast.BoolOp)
        parts = [one for one in node.values if isinstance(one, ast.Compare) and len(one.ops) == 1]
        signs = {type(one.ops[0]) for one in parts}
        if len(parts) < len(node.values) or len(signs) != 1 or not signs <= set(ORDERINGS):
            continue
        left = ", ".join(target.text(one.left) for one in parts)
        right = ", ".join(target.text(one.comparators[0]) for one in parts)
        between = slice(target.source.span(parts[0].left)[1], target.source.span(parts[0].comparators[0])[0])
        sign = target.source.text[between].strip()
        text = f"({left}) {sign} ({right})"
        inside = isinstance(target.source.parents[node], ast.UnaryOp)
        yield target.replace(node, f"({text})" if inside else text, "ordered-by-all", ORDERED, text[:50])
