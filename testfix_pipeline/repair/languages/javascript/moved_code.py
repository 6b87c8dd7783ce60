"""Code moved to another place of the same function or list: declarations, cleaning up, calls of a chain, elements."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, LOOPS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_MOVED, _LEAST_CHAIN = 3, 2


def declarations(target: JsTarget) -> Iterator[Edit]:
    """A variable of every call made one of the functions around, or one of theirs made one of every call."""
    node, source = target.stmt.node, target.source
    if node.type not in target.forms.declarations:
        return
    for body in _bodies_behind(node):
        first = body.named_children[0] if body.named_children else None
        if first is not None:
            yield _moved(target, node, first, "moved.into-the-function")
    around = [one for one in source.syntax.above(node) if one.type in (*FUNCTIONS, *LOOPS, "class_declaration")]
    for outer in around[:2]:
        holder = outer if outer.type.endswith(("_statement", "_declaration")) else _statement_of(target, outer)
        if holder is not None:
            yield _moved(target, node, holder, "moved.out-of-the-function")


def _bodies_behind(node: Node) -> Iterator[Node]:
    """The bodies of the functions, and of loops, in the statements behind one, the nearest first."""
    other = node.next_named_sibling
    while other is not None:
        for one in descendants(other):
            body = field(one, "body")
            if one.type in (*FUNCTIONS, *LOOPS) and body is not None and body.type == "statement_block":
                yield body
        other = other.next_named_sibling


def _statement_of(target: JsTarget, node: Node) -> Node | None:
    """The statement around a function expression."""
    return next(
        (one for one in target.source.syntax.above(node) if one.type.endswith(("_statement", "_declaration"))), None
    )


def _moved(target: JsTarget, node: Node, before: Node, kind: str) -> Edit:
    """A statement taken away and put in front of another one, on a line of its own."""
    source = target.source
    start, end = source.span(node)
    at = source.span(before)[0]
    inserted = f"{text(node)}{source.newline}{target.indent_at(at)}"
    if at > start:
        return target.replace(start, at, source.text[end:at] + inserted, kind, 0.5)
    return target.replace(at, end, inserted + source.text[at:start], kind, 0.5)


def cleanups(target: JsTarget) -> Iterator[Edit]:
    """The last statements of a `try`, from this one or the one behind it on, done on every way out of it."""
    node, source = target.stmt.node, target.source
    around = next((one for one in source.syntax.above(node) if one.type == "try_statement"), None)
    body = field(around, "body")
    if around is None or body is None or source.syntax.parent(node) != body or field(around, "finalizer") is not None:
        return
    inside, newline = body.named_children, source.newline
    at = inside.index(node)
    for first in (at, at + 1):
        if not 0 < first < len(inside) or len(inside) - first > _MOST_MOVED:
            continue
        start, last = source.span(inside[first - 1])[1], source.span(inside[-1])[1]
        end = source.span(around)[1]
        new = f"{source.text[last:end]} finally {{{source.text[start:last]}{newline}}}"
        yield target.replace(start, end, new, "moved.to-finally", 0.6)


def chained_calls(target: JsTarget) -> Iterator[Edit]:
    """One call of a chain made first, last, or before the one in front of it."""
    for node in target.of_type("call_expression"):
        parent = target.source.syntax.parent(node)
        if parent is not None and parent.type == "member_expression":
            continue
        start, parts = _chain(target, node)
        for moved in range(len(parts)) if len(parts) >= _LEAST_CHAIN else ():
            for at in {0, moved - 1, len(parts) - 1} - {moved, -1}:
                rest = [*parts[:moved], *parts[moved + 1 :]]
                new = "".join([*rest[:at], parts[moved], *rest[at:]])
                yield target.replace(start, target.source.span(node)[1], new, "moved.in-chain", 0.5)


def _chain(target: JsTarget, node: Node) -> tuple[int, list[str]]:
    """Where the calls of a chain begin, and the text of each: `.trim()`."""
    source = target.source
    parts: list[str] = []
    end = source.span(node)[1]
    while node.type == "call_expression" and (function := field(node, "function")) is not None:
        receiver = field(function, "object")
        if function.type != "member_expression" or receiver is None:
            break
        start = source.span(receiver)[1]
        parts.insert(0, source.text[start:end])
        node, end = receiver, start
    return end, parts


def elements(target: JsTarget) -> Iterator[Edit]:
    """A spread of an object or of attributes put first or last, so that what stands behind it wins."""
    for node in target.of_type("object", "jsx_opening_element", "jsx_self_closing_element"):
        name = field(node, "name")
        parts = [one for one in node.named_children if one != name]
        for one in parts:
            if one.type in ("spread_element", "jsx_expression") and len(parts) > 1:
                yield from _reordered(target, parts, one)


def _reordered(target: JsTarget, parts: Sequence[Node], one: Node) -> Iterator[Edit]:
    source = target.source
    spans = [source.span(part) for part in parts]
    between = [source.text[end:start] for (_, end), (start, _) in itertools.pairwise(spans)]
    rest = [text(part) for part in parts if part != one]
    for at in range(len(parts)):
        order = [*rest[:at], text(one), *rest[at:]]
        if order != [text(part) for part in parts]:
            yield target.replace(spans[0][0], spans[-1][1], _with_gaps(order, between), "moved.spread", 0.6)
    constants = [text(part) for part in parts if part != one and _is_constant(part)]
    order = [*constants, text(one), *(each for each in rest if each not in constants)]
    if order != [text(part) for part in parts]:
        yield target.replace(spans[0][0], spans[-1][1], _with_gaps(order, between), "moved.spread-after-constants", 0.6)


def _with_gaps(parts: Sequence[str], between: Sequence[str]) -> str:
    """Parts with what stood between them before."""
    return "".join(each + gap for each, gap in zip(parts, [*between, ""], strict=True))


def _is_constant(part: Node) -> bool:
    """Whether a property or an attribute has a literal value: a default, where what is computed is meant to win."""
    value = field(part, "value") or (part.named_children[-1] if part.type == "jsx_attribute" else None)
    return value is not None and value.type in ("string", "number", "true", "false", "null")


def awaited_loops(target: JsTarget) -> Iterator[Edit]:
    """`forEach` with an asynchronous function, which nobody waits for, as a loop that waits."""
    for node in target.of_type("call_expression"):
        callback = next(iter(arguments_of(node)), None)
        statement = target.source.syntax.parent(node)
        if method_of(node) != "forEach" or not text(callback).startswith("async"):
            continue
        if callback is not None and statement is not None and statement.type == "expression_statement":
            of, names, body = receiver_of(node), _parameters(callback), field(callback, "body")
            every = f"await Promise.all({of}.map{text(field(node, 'arguments'))});"
            yield target.edit(statement, every, "loop.awaited-at-once", 0.6)
            if body is not None and 1 <= len(names) <= 2:
                head = f"{names[0]} of {of}" if len(names) == 1 else f"[{names[1]}, {names[0]}] of {of}.entries()"
                block = text(body) if body.type == "statement_block" else f"{{ {text(body)}; }}"
                yield target.edit(statement, f"for (const {head}) {block}", "loop.awaited", 0.9)


def _parameters(function: Node) -> list[str]:
    listed = field(function, "parameters")
    found = [field(function, "parameter")] if listed is None else list(listed.named_children)
    return [text(one) for one in found if one is not None]
