"""A statement put under a condition, into a loop, or into the block beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.guards import NAME, subjects, written
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.guards import asked_elsewhere
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_QUESTIONS = (
    "{0}",
    "!{0}",
    "{0} !== undefined",
    "{0} === undefined",
    "{0} != null",
    "{0}.length > 0",
    "{0} > 0",
    "{0} !== null",
)
_MOST_MOVED, _MOST_BESIDE = 4, 3


def conditions_around(target: JsTarget) -> Iterator[Edit]:
    """A statement done only where something holds."""
    node = target.stmt.node
    if (
        target.function is None
        or not is_in_block(target)
        or node.type in target.forms.declarations
        or not _is_whole(target)
    ):
        return
    names = subjects(target)
    asked = [form.format(name) for name in names for form in _QUESTIONS]
    elsewhere = asked_elsewhere(target, names, NAME, written)
    negated = [f"!({one})" for one in elsewhere]
    for question in dict.fromkeys((*asked, *elsewhere, *negated)):
        yield target.insert(node, f"if ({question}) {{ ", " }", "condition.around", 0.4)


def _is_whole(target: JsTarget) -> bool:
    """Whether a statement is none that something else is a part of, such as a case or a method."""
    return target.stmt.node.type.endswith("_statement")


def into_blocks(target: JsTarget) -> Iterator[Edit]:
    """A statement moved to the end of the block before it, or to the start of the block behind it."""
    node, source = target.stmt.node, target.source
    if not is_in_block(target) or node.type in target.forms.declarations:
        return
    start, end = source.span(node)
    for block in _blocks_of(node.prev_named_sibling)[-_MOST_BESIDE:]:
        inside = block.named_children
        at = source.span(inside[-1])[1] if inside else source.span(block)[0] + 1
        indent = target.indent_at(source.span(inside[-1] if inside else block)[0])
        new = f"{source.newline}{indent}{text(node)}{source.text[at:start].rstrip()}"
        yield target.replace(at, end, new, "moved.into-the-block", 0.4)
    for block in _blocks_of(node.next_named_sibling)[:_MOST_BESIDE]:
        at = source.span(block)[0] + 1
        first = block.named_children[0] if block.named_children else block
        indent = target.indent_at(source.span(first)[0])
        new = f"{source.text[end:at].lstrip()}{source.newline}{indent}{text(node)}"
        yield target.replace(start, at, new, "moved.into-the-block", 0.4)


def _blocks_of(node: Node | None) -> Sequence[Node]:
    """The blocks of a statement, the first ones first."""
    if node is None or not (node.type.endswith("_statement") or node.type.endswith("_declaration")):
        return []
    return [one for one in descendants(node) if one.type == "statement_block"]


def further(target: JsTarget) -> Iterator[Edit]:
    """A statement moved over more than one of its neighbours."""
    node, source = target.stmt.node, target.source
    if not is_in_block(target):
        return
    start, end = source.span(node)
    behind, before = _siblings(node, "next_named_sibling"), _siblings(node, "prev_named_sibling")
    for other in behind[1:_MOST_MOVED]:
        last = source.span(other)[1]
        new = source.text[end:last].lstrip() + source.newline + target.indent_at(start) + text(node)
        yield target.replace(start, last, new, "moved.further", 0.3)
    for other in before[1:_MOST_MOVED]:
        first = source.span(other)[0]
        new = text(node) + source.newline + target.indent_at(start) + source.text[first:start].rstrip()
        yield target.replace(first, end, new, "moved.further", 0.3)


def _siblings(node: Node, direction: str) -> list[Node]:
    found: list[Node] = []
    other: Node | None = getattr(node, direction)
    while other is not None and len(found) < _MOST_MOVED:
        if other.type != "comment":
            found.append(other)
        other = getattr(other, direction)
    return found


def cleaned_up(target: JsTarget) -> Iterator[Edit]:
    """A statement done on every way out of the one before it: `try { await work(); } finally { release(); }`.

    Where an error comes out of a statement, the one behind it is not run: both stand for the place.
    """
    if not is_in_block(target):
        return
    node, prior = target.stmt.node, 0.9 if target.came_through() else 0.5
    for before, after in ((node.prev_named_sibling, node), (node, node.next_named_sibling)):
        if before is not None and after is not None and after.type == "expression_statement":
            yield from _done_in_any_case(target, before, after, prior)


def _done_in_any_case(target: JsTarget, before: Node, node: Node, prior: float) -> Iterator[Edit]:
    source, last = target.source, node.next_named_sibling
    start, end = source.span(before)[0], source.span(node)[1]
    name = text(field(before.named_children[0], "name")) if before.type in target.forms.declarations else ""
    if not name and before.type == "expression_statement":
        new = f"try {{ {text(before)} }} finally {{ {text(node)} }}"
        yield target.replace(start, end, new, "finally.added", prior)
    elif name and last is not None and text(last).rstrip(";") == f"return {name}":
        value = text(field(before.named_children[0], "value"))
        new = f"try {{ return {value}; }} finally {{ {text(node)} }}"
        yield target.replace(start, source.span(last)[1], new, "finally.added", prior)
