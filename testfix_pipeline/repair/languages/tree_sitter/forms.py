"""How a language names what edits look for in its syntax trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import text


@dataclass(frozen=True)
class Forms:
    """Types of nodes, and words, of one language.

    simple: statements without blocks; compound: those with some; blocks: what holds statements directly; bodies: where
    the own code of a compound statement ends. comparisons: operators with those that may replace them. member,
    member_object: an access to a part of a value, and its field that holds the value; subscript likewise. lists: lists
    of expressions between two brackets; parameters: lists of what is bound, the first of them in signatures. is_bound:
    whether a node is written, called or declared by its parent rather than read. stop: what ends a statement.
    questions: what a condition may ask besides, behind a value. looser: expressions that bind looser than `&&`. parts:
    expressions that are a part of a value. roles: see `SourceText.roles`.
    """

    simple: tuple[str, ...]
    compound: tuple[str, ...]
    functions: tuple[str, ...]
    classes: tuple[str, ...]
    loops: tuple[str, ...]
    blocks: tuple[str, ...]
    bodies: tuple[str, ...]
    cases: tuple[str, ...]
    leaving: tuple[str, ...]
    comparisons: Mapping[str, tuple[str, ...]]
    member: str
    member_object: str
    subscript: str
    arguments: str
    lists: tuple[str, ...]
    parameters: tuple[str, ...]
    conditionals: tuple[str, ...]
    narrow: tuple[str, ...]
    declarations: tuple[str, ...]
    is_bound: Callable[[Node, Node], bool]
    stop: str
    questions: tuple[str, ...]
    looser: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    roles: Mapping[str, tuple[str, ...]] | None = None

    @property
    def read(self) -> tuple[str, ...]:
        """Expressions that name a value or call something."""
        return ("identifier", self.member, "call_expression", self.subscript, *self.parts)


def is_logic(node: Node) -> bool:
    """Whether a node is two questions with `&&` or `||` between them."""
    return node.type == "binary_expression" and text(node.child_by_field_name("operator")) in ("&&", "||")
