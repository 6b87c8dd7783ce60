"""A statement put under a condition, tried, or done on every way out of the one before it."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.guards import NAME, subjects, written
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.guards import asked_elsewhere
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_QUESTIONS = (
    *("{0}", "!{0}", "{0} !== undefined", "{0} === undefined", "{0} != null"),
    *("{0}.length > 0", "{0} > 0", "{0} !== null"),
)
_MOST_WAYS_OUT = 12


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


def handled(target: JsTarget) -> Iterator[Edit]:
    """A statement that an error came out of is tried; where it fails, it is left as elsewhere, or has no value."""
    node = target.stmt.node
    if not target.came_through() or not is_in_block(target):
        return
    is_in_loop = any(one.type in target.forms.loops for one in target.source.syntax.above(node))
    ways_out = [*map(text, target.leaving), *(["continue;"] if is_in_loop else []), "return null;", "return;"]
    first = node.named_children[0] if node.type in target.forms.declarations else None
    name, value = text(field(first, "name")), text(field(first, "value"))
    tried = f"{name} = {value};" if name else text(node)
    empty = [f"{name} = {one};" for one in ("null", "[]", "{}")] if name else []
    for way in list(dict.fromkeys((*empty, *ways_out)))[:_MOST_WAYS_OUT]:
        new = f"{f'let {name}; ' if name else ''}try {{ {tried} }} catch {{ {way} }}"
        yield target.replace(*target.source.span(node), new, "handler.added", 0.5)


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
