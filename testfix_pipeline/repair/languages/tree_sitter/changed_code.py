"""Whether two versions of a file are the same code, which is asked of each candidate."""

from __future__ import annotations

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, TextChange, text


def is_other_code(old: SyntaxNodes, new: SyntaxNodes, change: TextChange) -> bool:
    """Whether the tokens of two versions of a file differ, comments left out. change: where their texts differ.

    The whole files are only compared where what changed has the same tokens.
    """
    start, old_end, new_end = change
    is_changed = _tokens(old.root, start, old_end) != _tokens(new.root, start, new_end)
    return is_changed or _tokens(old.root, 0, len(old.raw)) != _tokens(new.root, 0, len(new.raw))


def _tokens(root: Node, start: int, end: int) -> list[str]:
    """The tokens of a tree that have a part of these bytes, comments left out."""
    found, pending = [], [root]
    while pending:
        node = pending.pop()
        if node.start_byte >= end or node.end_byte <= start or node.type == "comment":
            continue
        pending.extend(reversed(node.children))
        if not node.child_count:
            found.append(text(node))
    return found
