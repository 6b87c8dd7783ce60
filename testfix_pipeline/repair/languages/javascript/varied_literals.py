"""The literals that a test in JavaScript gives to the code, and texts of its file with others in their place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.constants import constant
from testfix_pipeline.core.patch_policy.javascript.written_tests import test_nodes
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, is_inside
from testfix_pipeline.repair.language.varied_test import LiteralValue, VariedLiteral
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.varied_tests import ASSERTS, is_expected, root_name
from testfix_pipeline.repair.model.edit import apply_spans

_Span = tuple[int, int, str]


def varied_literals(source: JsSource, titles: Sequence[str], line: int) -> list[VariedLiteral]:
    """See `Language.varied_literals`."""
    nodes = test_nodes(source.syntax).get(tuple(titles))
    body = field(nodes.function, "body") if nodes is not None else None
    if body is None:
        return []
    others = _other_assertions(source, body, line)
    inside = [one for one in descendants(body) if not any(is_inside(one, other) for other in others)]
    given = [one for one in inside if _value(one) is not None and not is_expected(source, one, body)]
    lists = {one.id for one in given if one.type == "array"}
    same: dict[str, list[Node]] = {}
    for one in given:
        if not any(above.id in lists for above in source.syntax.above(one)):
            same.setdefault(repr(_value(one)), []).append(one)
    removed = [(*source.span(one), _only_newlines(source, one)) for one in others]
    changed = partial(_text_with, source, removed)
    return [
        VariedLiteral(value, len(places), partial(changed, places), partial(changed, places[:1]))
        for places in same.values()
        if (value := _value(places[0])) is not None
    ]


def _text_with(source: JsSource, removed: Sequence[_Span], places: Sequence[Node], other: LiteralValue) -> str:
    spans = [(*source.span(one), json.dumps(other)) for one in places]
    return apply_spans(source.text, sorted([*removed, *spans]))


def _value(node: Node) -> LiteralValue | None:
    """The text or number of a literal, or those in a list of nothing else; None for other nodes."""
    if node.type == "array":
        items = [_scalar(one) for one in node.named_children]
        known = [one for one in items if one is not None]
        return known if known and len(known) == len(items) else None
    return _scalar(node)


def _scalar(node: Node) -> str | int | float | None:
    if node.type not in ("string", "number"):
        return None
    found = constant(node)
    if isinstance(found, float) and found.is_integer():
        return int(found)
    return found if isinstance(found, str | float) else None


def _other_assertions(source: JsSource, body: Node, line: int) -> list[Node]:
    """The statements that only assert, without that at `line`: they would end a test with another value."""
    found = [one for one in descendants(body) if one.type == "expression_statement"]
    asserting = [one for one in found if root_name(one.named_children[0]) in ASSERTS]
    if not any(_is_at(one, line) for one in asserting):
        return []
    others = [one for one in asserting if not _is_at(one, line)]
    return [one for one in others if not any(one.id != other.id and is_inside(one, other) for other in others)]


def _is_at(node: Node, line: int) -> bool:
    return node.start_point[0] + 1 <= line <= node.end_point[0] + 1


def _only_newlines(source: JsSource, node: Node) -> str:
    start, end = source.span(node)
    return ";" + "\n" * source.text[start:end].count("\n")
