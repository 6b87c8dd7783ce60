"""Edits of two places of a condition that are right only together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.tree_sitter.forms import is_logic
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
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
_OPPOSITES = _CHANGES["operator.both-negated"]
_LOGIC = {"&&": "||", "||": "&&"}


def both_comparisons(target: TreeTarget) -> Iterator[Edit]:
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


def joined_otherwise(target: TreeTarget) -> Iterator[Edit]:
    """`&&` in place of `||`, or the other way round, with one of the two questions negated."""
    for node in (one for one in target.nodes if is_logic(one)):
        sign = field(node, "operator")
        for one in (field(node, "left"), field(node, "right")):
            changed = _negated(one)
            if changed is not None and sign is not None:
                yield target.edit(*changed, "operator.joined-otherwise", 0.3, (sign, _LOGIC[text(sign)]))


def _negated(node: Node | None) -> tuple[Node, str] | None:
    """What to replace of a question, and by what, so that it asks for the opposite; None for two joined ones."""
    operator = _operator(node)
    if node is None or is_logic(node) or (operator is not None and text(operator) not in _OPPOSITES):
        return None
    if operator is not None:
        return operator, _OPPOSITES[text(operator)]
    is_negated = node.type == "unary_expression" and text(field(node, "operator")) == "!"
    inner = (field(node, "operand") or field(node, "argument")) if is_negated else None
    return node, text(inner) if inner is not None else f"!{text(node)}"
