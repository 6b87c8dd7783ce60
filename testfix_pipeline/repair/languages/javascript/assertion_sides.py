"""The two sides of an assertion in JavaScript, and texts of the test's file with something else in place of one."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.constants import constant
from testfix_pipeline.core.patch_policy.javascript.written_tests import test_nodes
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, one_line_text, text
from testfix_pipeline.repair.language.varied_test import AssertionSides
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.varied_tests import ASSERTS, root_name
from testfix_pipeline.repair.model.edit import apply_spans

_TIMES = 8
_OTHER = "'testfix: no such value'"
_OF_DATA = {"object", "array", "pair", "property_identifier", "string", "string_fragment", "number", "true", "false"}


def assertion_sides(source: JsSource, titles: Sequence[str], line: int) -> AssertionSides | None:
    """See `Language.assertion_sides`."""
    nodes = test_nodes(source.syntax).get(tuple(titles))
    body = field(nodes.function, "body") if nodes is not None else None
    calls = [one for one in descendants(body) if _asserts_at(one, line)] if body is not None else []
    given, expected = (_given(calls[0]), _expected(calls[0])) if calls else (None, None)
    if given is None or expected is None:
        return None
    value, code = constant(expected), text(given)
    others = [(given, _OTHER), (expected, _OTHER), (given, f"({', '.join([code] * _TIMES)})")]
    without_given, without_expected, repeated = (
        apply_spans(source.text, [(*source.span(one), other)]) for one, other in others
    )
    return AssertionSides(
        value if isinstance(value, str | float) else None,
        one_line_text(expected) if _is_data(expected) else "",
        without_given,
        without_expected,
        repeated if given.type == "call_expression" and _only_asserts(body) else "",
    )


def _is_data(node: Node) -> bool:
    """Whether an expression is an object or list of nothing but constants."""
    inside = {one.type for one in descendants(node) if one.is_named}
    return node.type in ("object", "array") and inside <= _OF_DATA


def _only_asserts(body: Node | None) -> bool:
    """Whether a test does nothing but assert: what it calls has no state that it prepares."""
    if body is None or body.type != "statement_block":
        return body is not None
    statements = [one for one in body.named_children if one.type != "comment"]
    return all(one.type == "expression_statement" and root_name(one.named_children[0]) in ASSERTS for one in statements)


def _asserts_at(node: Node, line: int) -> bool:
    at = node.start_point[0] + 1 <= line <= node.end_point[0] + 1
    return at and node.type == "call_expression" and root_name(node) in ASSERTS


def _given(call: Node) -> Node | None:
    """The first argument of `assert.equal(...)`, or of the `expect` that a chain begins with."""
    inner = [one for one in descendants(call) if text(field(one, "function")) == "expect"]
    return _argument(inner[0] if inner else call, 0)


def _expected(call: Node) -> Node | None:
    return _argument(call, 0 if root_name(call) == "expect" else 1)


def _argument(call: Node, number: int) -> Node | None:
    listed = field(call, "arguments")
    return next(iter(listed.named_children[number:]), None) if listed is not None else None
