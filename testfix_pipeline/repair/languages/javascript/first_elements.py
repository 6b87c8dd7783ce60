"""What a variable begins with, taken from what the next loop goes over."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.source import LOOPS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_STARTS = ("number", "null", "undefined", "unary_expression", "identifier")
_NEAR = 3


def first_elements(target: JsTarget) -> Iterator[Edit]:
    """A variable begins with the first element of what the next loop goes over, in place of a literal."""
    for one in target.of_type("variable_declarator"):
        value = field(one, "value")
        if value is not None and value.type in _STARTS:
            for elements in dict.fromkeys(_looped_next(target)):
                yield target.edit(value, f"{elements}[0]", "literal.first-element", 0.3)


def _looped_next(target: JsTarget) -> Iterator[str]:
    """What the loops behind the statement go over: `xs` of `for (const x of xs)` and of `i < xs.length`."""
    node: Node | None = target.stmt.node
    for _ in range(_NEAR):
        node = node.next_named_sibling if node is not None else None
        if node is None or node.type not in LOOPS:
            continue
        if node.type == "for_in_statement":
            yield text(field(node, "right"))
        for one in (field(field(node, "condition"), "right"), field(field(node, "condition"), "left")):
            if one is not None and one.type == "member_expression" and text(field(one, "property")) == "length":
                yield text(field(one, "object"))
