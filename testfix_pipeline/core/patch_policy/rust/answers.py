"""How Rust source writes branches and tables of results that may be copied from tests."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.lifted_answers import AnswerSyntax
from testfix_pipeline.core.patch_policy.rust.code import CONSTANTS, constant
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text

_PAIR = 2


def _branches(node: Node) -> Iterator[tuple[Node, Node]]:
    """Yield pairs of a condition and a result under it."""
    condition = field(node, "condition") if node.type == "if_expression" else None
    if condition is not None and any(_compares(one) for one in descendants(condition)):
        yield from ((condition, result) for result in _results(field(node, "consequence")))
    elif node.type == "match_arm":
        pattern, value = field(node, "pattern"), field(node, "value")
        if pattern is not None and value is not None:
            yield pattern, value


def _compares(node: Node) -> bool:
    return node.type in ("==", "let_condition") or text(node) in ("matches", "eq", "contains", "starts_with")


def _results(block: Node | None) -> Iterator[Node]:
    """Yield the expressions that a block returns or assigns."""
    if block is None:
        return
    for one in descendants(block):
        if one.type == "return_expression":
            yield one
        elif one.type == "assignment_expression" and (right := field(one, "right")) is not None:
            yield right
    if block.named_children and block.named_children[-1].type != "expression_statement":
        yield block.named_children[-1]


def _array_pairs(node: Node) -> list[tuple[str | float | None, Node]]:
    """The pairs in an array of pairs."""
    if node.type != "array_expression":
        return []
    entries = [one for one in node.named_children if "comment" not in one.type]
    pairs = [one.named_children for one in entries if one.type == "tuple_expression"]
    if len(pairs) != len(entries) or any(len(pair) != _PAIR for pair in pairs):
        return []
    return [(constant(key), value) for key, value in pairs]


SYNTAX = AnswerSyntax(CONSTANTS, constant, _branches, _array_pairs)
