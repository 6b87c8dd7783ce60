"""Answers lifted from tests into Rust source."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.learnt_literals import Learnt
from testfix_pipeline.core.patch_policy.rust.code import CONSTANTS, RustCode, constant
from testfix_pipeline.core.patch_policy.syntax_nodes import below, field, text

_PAIRS = 2


def special_case(literals: Collection[Literal]) -> Callable[[RustCode], Iterable[Node]]:
    """A rule: branches on equality with one of the tests' literals that give back another, and tables of them."""
    learnt = Learnt.of(literals)

    def rule(code: RustCode) -> Iterator[Node]:
        for node in code.tree.nodes:
            lifted = any(_known(a, learnt.telling) and _known(b, learnt.telling) for a, b in _branches(node))
            if lifted or (node.type == "array_expression" and _is_table(node, learnt)):
                yield node

    return rule


def _known(node: Node, known: Collection[Literal]) -> bool:
    return any(value in known for one in below(node) if one.type in CONSTANTS and (value := constant(one)) is not None)


def _branches(node: Node) -> Iterator[tuple[Node, Node]]:
    """Pairs of a condition and what is given back under it."""
    condition = field(node, "condition") if node.type == "if_expression" else None
    if condition is not None and any(_compares(one) for one in below(condition)):
        yield from ((condition, result) for result in _results(field(node, "consequence")))
    elif node.type == "match_arm":
        pattern, value = field(node, "pattern"), field(node, "value")
        if pattern is not None and value is not None:
            yield pattern, value


def _compares(node: Node) -> bool:
    return node.type in ("==", "let_condition") or text(node) in ("matches", "eq", "contains", "starts_with")


def _results(block: Node | None) -> Iterator[Node]:
    """What a block gives back or assigns."""
    if block is None:
        return
    for one in below(block):
        if one.type == "return_expression":
            yield one
        elif one.type == "assignment_expression" and (right := field(one, "right")) is not None:
            yield right
    if block.named_children and block.named_children[-1].type != "expression_statement":
        yield block.named_children[-1]


def _is_table(node: Node, learnt: Learnt) -> bool:
    """Whether an array holds nothing but pairs of the tests' literals."""
    entries = [one for one in node.named_children if "comment" not in one.type]
    pairs = [one.named_children for one in entries if one.type == "tuple_expression"]
    if not pairs or len(pairs) != len(entries) or any(len(pair) != _PAIRS for pair in pairs):
        return False
    keys = [constant(key) for key, _ in pairs]
    known = all(
        key in learnt.every and _known(value, learnt.every) for key, (_, value) in zip(keys, pairs, strict=True)
    )
    telling = (
        key in learnt.telling and _known(value, learnt.telling) for key, (_, value) in zip(keys, pairs, strict=True)
    )
    return known and any(telling)
