"""The same edit at all places of a file where the code around it is the same: one mistake, written more than once.

Tests often show such a mistake at one of its places. "Systematic editing" (PLDI 2011) applies an edit to code like it.
"""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from testfix_pipeline.repair.languages.tree_sitter.source import TreeSource
from testfix_pipeline.repair.model.edit import Edit


def repeated_edit(source: TreeSource, edit: Edit) -> Edit | None:
    """The edit at its own and all such places; None if there is no other, or it replaces nothing."""
    around = _expression_around(source, edit) if not edit.more and edit.start < edit.end else None
    if around is None:
        return None
    first, end = source.span(around)
    starts = [source.span(one)[0] for one in source.syntax.same_code(around)]
    others = [start for start in starts if start >= end or start + end - first <= first]
    if not others:
        return None
    more = [(start + edit.start - first, start + edit.end - first, edit.replacement) for start in others]
    note = f"{edit.note}, at {len(more) + 1} places" if edit.note else f"at {len(more) + 1} places"
    return replace(edit, more=tuple(more), repeats=len(more), note=note)


def _expression_around(source: TreeSource, edit: Edit) -> Node | None:
    """The smallest expression that holds more than what an edit replaces, and more than a member's name."""
    covering = [one for one in source.syntax.nodes if one.is_named and _covers(source.span(one), edit)]
    narrow = (source.forms.arguments, source.forms.member, "parenthesized_expression")
    for node in reversed(covering):
        if source.is_statement(node) or node.type in (*source.forms.bodies, *source.forms.blocks):
            return None
        if node.type not in narrow and node.type.endswith("expression"):
            return node
    return None


def _covers(span: tuple[int, int], edit: Edit) -> bool:
    return span[0] <= edit.start and edit.end <= span[1] and span != (edit.start, edit.end)
