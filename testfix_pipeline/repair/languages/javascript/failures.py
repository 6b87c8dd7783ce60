"""Code whose failure is taken: a statement in a `try`, an access with what stands in its place where it is missing."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of
from testfix_pipeline.repair.languages.javascript.guards import exits
from testfix_pipeline.repair.languages.javascript.ingredients import expressions_in_reach
from testfix_pipeline.repair.languages.javascript.tables import DEFAULTS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.expressions import values
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_MOST_EXITS, _MOST_DEFAULTS, _MOST_INNER, _MOST_LINES = 6, 8, 8, 6


def caught(target: JsTarget) -> Iterator[Edit]:
    """A statement whose errors don't leave the function."""
    node = target.stmt.node
    is_whole = node.type in ("expression_statement", "return_statement", *target.forms.loops)
    if target.function is None or not is_in_block(target) or not is_whole or "(" not in text(node):
        return
    if len(text(node).splitlines()) > _MOST_LINES:
        return
    for leave in ("", *(one for one in exits(target)[:_MOST_EXITS] if not one.startswith("throw"))):
        yield target.insert(node, "try { ", f" }} catch {{ {leave} }}", "error.caught", 0.3)


def missing_parts(target: JsTarget) -> Iterator[Edit]:
    """A part of what may be missing, and what stands in its place: `a.b` as `a?.b ?? 0`."""
    for node in target.of_type("member_expression", "subscript_expression"):
        parent, inner = target.source.syntax.parent(node), field(node, "object")
        is_written = parent is not None and field(parent, "left") == node and parent.type != "binary_expression"
        if parent is None or inner is None or is_written or "?." in text(node) or field(parent, "function") == node:
            continue
        rest = text(node)[len(text(inner)) :]
        access = f"{text(inner)}?{rest}" if rest.startswith(".") else f"{text(inner)}?.{rest}"
        for default in DEFAULTS:
            yield target.edit(node, f"({access} ?? {default})", "nullish.part", 0.4)


def defaults_in_reach(target: JsTarget) -> Iterator[Edit]:
    """A value in reach where another one is missing."""
    found = expressions_in_reach(target, _MOST_DEFAULTS)
    for node in values(target):
        if node.type in target.forms.read:
            for other in [one for one in found if one != text(node)]:
                yield target.edit(node, f"({text(node)} ?? {other})", "nullish.in-reach", 0.3)


def moved_wrappers(target: JsTarget) -> Iterator[Edit]:
    """A call of a value made one of a part of the value: of `Math.min(sum(xs), n)` each x is bounded."""
    for node in target.of_type("call_expression"):
        given = arguments_of(node)
        if not given or text(field(node, "function")) in ("require", "super"):
            continue
        code, inner = text(node), given[0]
        head, tail = code[: _offset(target, node, inner)[0]], code[_offset(target, node, inner)[1] :]
        declared = _declaration(target, inner) if inner.type == "identifier" else inner
        for part in _parts(target, declared):
            new = f"{head}{text(part)}{tail}"
            outside = part.end_byte <= inner.start_byte or part.start_byte >= inner.end_byte
            if outside:
                yield target.edit(node, text(inner), "wrapped.moved", 0.4, (part, new))
            else:
                first, last = _offset(target, inner, part)
                yield target.edit(node, text(inner)[:first] + new + text(inner)[last:], "wrapped.moved", 0.4)


def _offset(target: JsTarget, outer: Node, inner: Node) -> tuple[int, int]:
    """Where a node stands in the text of another one."""
    start = target.source.span(outer)[0]
    first, last = target.source.span(inner)
    return first - start, last - start


def _declaration(target: JsTarget, name: Node) -> Node | None:
    """The value that a variable of the function is declared with."""
    inside = descendants(target.function) if target.function is not None else ()
    found = (one for one in inside if one.type == "variable_declarator" and text(field(one, "name")) == text(name))
    return next((field(one, "value") for one in found), None)


def _parts(target: JsTarget, node: Node | None) -> list[Node]:
    """The values in an expression that are returned by its functions, given to a call, or operands."""
    found = []
    for one in descendants(node) if node is not None else ():
        parent = target.source.syntax.parent(one)
        is_value = one.type in (*target.forms.read, "binary_expression") and one != node
        if parent is not None and is_value and (field(parent, "body") == one or parent.type in _HOLDERS):
            found.append(one)
    return found[:_MOST_INNER]


_HOLDERS = ("arguments", "binary_expression", "return_statement")
