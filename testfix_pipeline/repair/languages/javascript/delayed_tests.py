"""A test in JavaScript that waits before each of its assertions: what comes later has come by then."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.written_tests import test_nodes
from testfix_pipeline.core.patch_policy.syntax_nodes import field
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.varied_tests import ASSERTS, root_name
from testfix_pipeline.repair.model.edit import apply_spans

# Longer than a turn of the event loop and its timers without a delay take; a hundredth of a test's limit.
_PAUSE = "await new Promise((done) => setTimeout(done, 10)); "
_OWN_CLOCK = re.compile(r"[fF]akeTimers|mock\.timers|install\(\s*\{|\bclock\.tick")
"""Where a test has a clock of its own, nothing comes while it waits."""


def delayed_test(source: JsSource, titles: Sequence[str], line: int) -> str | None:
    """See `Language.delayed_test`."""
    nodes = test_nodes(source.syntax).get(tuple(titles))
    function = nodes.function if nodes is not None else None
    body = field(function, "body")
    if function is None or body is None or body.type != "statement_block" or _OWN_CLOCK.search(source.text):
        return None
    asserting = [one for one in body.named_children if _asserts(one)]
    if not asserting or _is_handed_something(function) or any(one.type == "*" for one in function.children):
        return None
    start, _ = source.span(function)
    is_async = any(one.type == "async" for one in function.children)
    spans = [span for one in asserting for span in _delayed(source, one, line)]
    return apply_spans(source.text, [*([] if is_async else [(start, start, "async ")]), *spans])


def _delayed(source: JsSource, statement: Node, line: int) -> Iterator[tuple[int, int, str]]:
    """The spans that let a test wait before an assertion, and go on where one fails that is not at the line."""
    start, end = source.span(statement)
    counts = not line or statement.start_point[0] + 1 <= line <= statement.end_point[0] + 1
    yield start, start, _PAUSE if counts else f"{_PAUSE}try {{ "
    if not counts:
        yield end, end, " } catch {}"


def _is_handed_something(function: Node) -> bool:
    """Whether a test may end by a call of what it is handed."""
    listed = field(function, "parameters")
    return field(function, "parameter") is not None or (listed is not None and bool(listed.named_children))


def _asserts(statement: Node) -> bool:
    return statement.type == "expression_statement" and root_name(statement.named_children[0]) in ASSERTS
