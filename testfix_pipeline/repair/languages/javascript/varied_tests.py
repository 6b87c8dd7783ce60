"""Tests in JavaScript with other values: literals replaced by near ones, and calls left out or made twice.

No one knows what such a test should say. Two patches under which it says different things behave differently, wherever
the code keeps what it does: calls of closures and of objects can't be recorded, the tests that make them can be varied.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.written_tests import test_nodes
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.language.varied_test import VariedTest
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.model.edit import apply_spans

ASSERTS = ("expect", "assert")
_Span = tuple[int, int, str]


def varied_tests(source: JsSource, wanted: Collection[Sequence[str]]) -> Iterator[VariedTest]:
    """Yields variations of the tests with these titles: of each place in turn, the nearest values first."""
    known = {tuple(titles) for titles in wanted}
    tests = [(titles, nodes.function) for titles, nodes in test_nodes(source.syntax).items() if titles in known]
    for titles, function in tests:
        body = field(function, "body")
        if body is not None:
            for old, spans in _variations(source, body):
                new = spans[0][2] or "nothing"
                yield VariedTest(titles, apply_spans(source.text, spans), f"{new} for {old}")


def _variations(source: JsSource, body: Node) -> Iterator[tuple[str, list[_Span]]]:
    """(code that is replaced, the spans that replace it)."""
    inside = list(descendants(body))
    places = [list(_of_statement(source, one)) for one in inside if one.type == "expression_statement"]
    places += [list(_of_literal(source, one, inside)) for one in inside if not is_expected(source, one, body)]
    for found in zip_longest(*filter(None, places)):
        yield from filter(None, found)


def _of_statement(source: JsSource, node: Node) -> Iterator[tuple[str, list[_Span]]]:
    """A call made twice, left out, or after the statement that follows it."""
    said, (start, end) = text(node), source.span(node)
    if root_name(node.named_children[0]) in ASSERTS:
        return
    yield said, [(start, end, f"{said} {said}")]
    behind = node.next_named_sibling
    if behind is not None and behind.type == "expression_statement":
        yield f"{said} {text(behind)}", [(start, source.span(behind)[1], f"{text(behind)} {said}")]
    yield said, [(start, end, "")]


def _of_literal(source: JsSource, node: Node, inside: Sequence[Node]) -> Iterator[tuple[str, list[_Span]]]:
    """Other values where a literal stands, and wherever the test has the same literal."""
    alike = [one for one in inside if one.type == node.type and text(one) == text(node)]
    for new in _near(node):
        yield text(node), [(*source.span(node), new)]
        if len(alike) > 1 and alike[0].id == node.id:
            yield f"each {text(node)}", [(*source.span(one), new) for one in alike]


def _near(node: Node) -> list[str]:
    """Code of values near that of a literal."""
    said = text(node)
    if node.type == "number":
        return _near_number(said)
    if node.type == "string":
        return [said[0] + new + said[0] for new in _near_text(said[1:-1])]
    if node.type in ("true", "false"):
        return ["false" if node.type == "true" else "true"]
    if node.type == "array" and node.named_children:
        parts = [text(one) for one in node.named_children]
        return [f"[{', '.join(some)}]" for some in (parts[1:], [*parts, parts[-1]], parts[::-1], [])]
    return []


def _near_number(said: str) -> list[str]:
    try:
        value = json.loads(said)
    except ValueError:
        return []
    return [str(new) for new in dict.fromkeys((value + 1, value - 1, 0, 2 * value + 1, value + 0.5)) if new != value]


def _near_text(said: str) -> list[str]:
    if "\\" in said:
        return []
    found = (said[:-1], said + said[-1:], said.upper(), f" {said}", "", said[1:])
    return [new for new in dict.fromkeys(found) if new != said]


def is_expected(source: JsSource, node: Node, body: Node) -> bool:
    """Whether a node is, or is part of, what an assertion compares with."""
    inner = node
    for above in source.syntax.above(node):
        if above.id == body.id:
            return False
        if above.type == "arguments" and (call := source.syntax.parent(above)) is not None:
            name, callee = root_name(call), field(call, "function")
            of_expect = name == "expect" and callee is not None and callee.type == "member_expression"
            if of_expect or (name == "assert" and inner.id != above.named_children[0].id):
                return True
        inner = above
    return False


def root_name(node: Node) -> str:
    """The name that a chain of calls and members begins with."""
    found: Node | None = node
    while found is not None and found.type in ("call_expression", "member_expression", "await_expression"):
        found = field(found, "function") or field(found, "object") or next(iter(found.named_children), None)
    return text(found)
