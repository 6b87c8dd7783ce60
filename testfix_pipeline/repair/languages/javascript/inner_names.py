"""Variables of the functions within a statement: of `xs.map((x, i) => f(x))` these are x and i; and what is read of
them."""

from __future__ import annotations

from tree_sitter import Node

from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS
from testfix_pipeline.repair.languages.javascript.target import JsTarget, bound_names


def inner_names(target: JsTarget, node: Node) -> list[str]:
    """The variables of the functions between a node and its statement, those of the innermost first."""
    found: dict[str, None] = {}
    for one in target.source.syntax.above(node):
        if one.start_byte <= target.stmt.node.start_byte and one.end_byte >= target.stmt.node.end_byte:
            break
        if one.type in FUNCTIONS:
            found |= dict.fromkeys(bound_names(one))
    return list(found)
