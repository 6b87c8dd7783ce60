"""Edits of two places that are right only together: both comparisons of a condition, what a loop begins with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.source import LOOPS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.forms import is_logic
from testfix_pipeline.repair.model.edit import Edit

_CHANGES: Mapping[str, Mapping[str, str]] = {
    "operator.both-boundaries": {"<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    "operator.both-turned": {"<": ">", "<=": ">=", ">": "<", ">=": "<="},
    "operator.both-negated": {
        **{"<": ">=", "<=": ">", ">": "<=", ">=": "<"},
        **{"===": "!==", "!==": "===", "==": "!=", "!=": "=="},
    },
}
"""By kind: the operators that take the place of both comparisons."""
_LOGIC = {"&&": "||", "||": "&&"}
_STARTS = ("number", "null", "undefined", "unary_expression", "identifier")
_NEAR = 3


def both_comparisons(target: JsTarget) -> Iterator[Edit]:
    """Two comparisons side by side get other operators, and what joins them, too, where both are negated."""
    for node in (one for one in target.nodes if is_logic(one)):
        left, right, sign = field(node, "left"), field(node, "right"), field(node, "operator")
        while left is not None and is_logic(left):
            left = field(left, "right")
        first, second = _operator(left), _operator(right)
        if first is None or second is None or sign is None:
            continue
        for kind, others in _CHANGES.items():
            if text(first) in others and text(second) in others:
                changes = ((second, others[text(second)]),)
                yield target.edit(first, others[text(first)], kind, 0.3, *changes)
                if kind == "operator.both-negated" and field(node, "left") == left:
                    yield target.edit(first, others[text(first)], kind, 0.3, *changes, (sign, _LOGIC[text(sign)]))


def _operator(node: Node | None) -> Node | None:
    """The operator of an operation, brackets around it or not."""
    while node is not None and node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    return field(node, "operator") if node is not None and node.type == "binary_expression" else None


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
