"""Detects results copied from tests into source: the rule shared by Go and Rust."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.learnt_literals import TestConstants, are_copied_choices
from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, descendants


class HasTree(Protocol):
    """The code of one file with its syntax tree."""

    @property
    def tree(self) -> SyntaxNodes: ...


@dataclass(frozen=True)
class AnswerSyntax:
    """How a language writes constants, branches and tables.

    constant_types: types of nodes that are constants. constant: the value of such a node, None if it has none.
    branches: pairs of a condition and of what is given back under it, at one node. table: pairs of key and value where
    a node is a table of nothing else; empty for every other node. choices: the constants of a list that a node looks an
    index up in; empty for every other node.
    """

    constant_types: Collection[str]
    constant: Callable[[Node | None], str | float | None]
    branches: Callable[[Node], Iterable[tuple[Node, Node]]]
    table: Callable[[Node], Sequence[tuple[str | float | None, Node]]]
    choices: Callable[[Node], Sequence[Literal]] = lambda node: ()

    def holds_one_of(self, known: Collection[Literal], node: Node) -> bool:
        """Whether a known constant is in the code below a node."""
        values = (self.constant(one) for one in descendants(node) if one.type in self.constant_types)
        return any(value is not None and value in known for value in values)


def special_case(literals: Collection[Literal], syntax: AnswerSyntax) -> Callable[[HasTree], Iterable[Node]]:
    """A rule: branches on equality with a literal of the tests that return another one, and tables of them."""
    learnt = TestConstants.of(literals)

    def rule(code: HasTree) -> Iterator[Node]:
        for node in code.tree.nodes:
            pairs = syntax.branches(node)
            lifted = any(all(syntax.holds_one_of(learnt.telling, one) for one in pair) for pair in pairs)
            copied = _is_copied_table(syntax.table(node), syntax, learnt)
            if lifted or copied or are_copied_choices(syntax.choices(node), learnt, 1):
                yield node

    return rule


def _is_copied_table(
    pairs: Sequence[tuple[str | float | None, Node]], syntax: AnswerSyntax, learnt: TestConstants
) -> bool:
    """Whether all pairs consist of the tests' literals, and one of them of telling ones."""

    def are_among(known: Collection[Literal]) -> Iterator[bool]:
        return (key in known and syntax.holds_one_of(known, value) for key, value in pairs)

    return bool(pairs) and all(are_among(learnt.every)) and any(are_among(learnt.telling))
