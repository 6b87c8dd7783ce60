"""Statements of a file put in elsewhere, as they are or with another name in them."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
from testfix_pipeline.repair.model.edit import Edit

_VARIED = ("expression_statement", "assignment_statement", "inc_statement", "dec_statement")
_MOST_COPIED, _MOST_VARIED, _MOST_NAMES = 16, 6, 8


def _nearest(target: TreeTarget, *types: str) -> list[Node]:
    """Statements of a file that are one line each, the nearest first."""
    return [one for one in target.nearest(*types) if "\n" not in text(one)]


def copies(target: TreeTarget) -> Iterator[Edit]:
    """A statement of the file put in front of another one, or behind it."""
    if not is_in_block(target):
        return
    for other in _nearest(target, *target.forms.simple)[:_MOST_COPIED]:
        if other.type.endswith("definition") or target.repeats_itself(other):
            continue
        yield target.insert_line(target.stmt.node, text(other), "copied.before", 0.3)
        yield target.insert_line(target.stmt.node, text(other), "copied.behind", 0.3, behind=True)


def varied(target: TreeTarget) -> Iterator[Edit]:
    """The same with another name: a call or an assignment that the file has for a like case."""
    if not is_in_block(target):
        return
    seen = {text(one) for one in target.source.syntax.of_type(*_VARIED)}
    for other in [one for one in _nearest(target, *_VARIED) if not target.repeats_itself(one)][:_MOST_VARIED]:
        for new in _with_other_names(target, other):
            if new not in seen:
                seen.add(new)
                yield target.insert_line(target.stmt.node, new, "copied.varied", 0.3)
                yield target.insert_line(target.stmt.node, new, "copied.varied", 0.3, behind=True)


def _with_other_names(target: TreeTarget, statement: Node) -> Iterator[str]:
    """The texts of a statement with one of its names replaced by one that is used alike."""
    called = dict.fromkeys(
        text(function)
        for one in target.source.syntax.of_type("call_expression")
        if (function := field(one, "function")) is not None and function.type == "identifier"
    )
    whole, start = text(statement), target.source.span(statement)[0]
    for node in descendants(statement):
        if node.type != "identifier":
            continue
        parent = target.source.syntax.parent(node)
        is_called = parent is not None and field(parent, "function") == node
        first, last = (place - start for place in target.source.span(node))
        for name in [one for one in (called if is_called else target.local_names) if one != text(node)][:_MOST_NAMES]:
            yield whole[:first] + name + whole[last:]
