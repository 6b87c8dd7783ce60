"""Statements that no run reaches, since one in front of them leaves their block."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, TextChange
from testfix_pipeline.repair.languages.tree_sitter.forms import Forms

_REACHED = ("break_statement", "labeled_statement")
_LEAVING_LOOPS = ("break_statement", "continue_statement")
_DECLARED = (
    *("function_declaration", "generator_function_declaration", "type_alias_declaration", "interface_declaration"),
    *("comment", "empty_statement"),
)


def adds_unreachable(old: SyntaxNodes, new: SyntaxNodes, change: TextChange, forms: Forms) -> bool:
    """Whether a change makes a statement unreachable: no repair needs code that never runs."""
    start, old_end, new_end = change
    return _unreachable(new.root, start, new_end, forms) > _unreachable(old.root, start, old_end, forms)


def _unreachable(root: Node, start: int, end: int, forms: Forms) -> int:
    """The number of unreachable statements in the blocks that these bytes stand in, and inside of them."""
    return sum(
        len(statements) - number - 1
        for block in _blocks(root, start, end, forms)
        if (statements := [one for one in block.named_children if one.type not in _DECLARED])
        if (number := _first_leaving(statements, forms)) is not None
    )


def _blocks(root: Node, start: int, end: int, forms: Forms) -> Iterator[Node]:
    pending = [root]
    while pending:
        node = pending.pop()
        if node.start_byte <= end and start <= node.end_byte:
            pending += node.children
            if node.type in forms.blocks:
                yield node


def _first_leaving(statements: list[Node], forms: Forms) -> int | None:
    """The number of the first statement that leaves the block; a `break` behind it in a `case` is usual, and a label is
    reached otherwise."""
    return next(
        (
            number
            for number, (one, following) in enumerate(itertools.pairwise(statements))
            if one.type in (*forms.leaving, *_LEAVING_LOOPS) and following.type not in _REACHED
        ),
        None,
    )
