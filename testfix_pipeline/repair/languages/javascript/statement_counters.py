"""Counters in front of statements, which tell the lines that a process runs; no line moves."""

from __future__ import annotations

import json

from tree_sitter import Node

from testfix_pipeline.repair.languages.javascript.source import (
    COMPOUND,
    FUNCTIONS,
    LOOPS,
    SIMPLE,
    JsSource,
    JsStatement,
)
from testfix_pipeline.repair.model.edit import apply_spans

_BLOCKS = ("statement_block", "program", "switch_case", "switch_default")
_DECLARED = ("lexical_declaration", "variable_declaration")
_MARK = "__testfixLine"


def counted_statements(source: JsSource) -> list[JsStatement]:
    """The statements that have a counter, in the order of the text."""
    return [stmt for stmt in dict.fromkeys(source.statements.values()) if _counted(source, stmt)]


def with_counters(source: JsSource, number: int, record: str, *, tells_entries: bool = False) -> str:
    """The text of a file that appends `number:line` to the file `record` when a line runs for the first time.

    Expression bodies of arrow functions count as well. Declarations at the top of a file only run at import.
    tells_entries: that a function was entered has a line of its own, `number:-line`.
    """
    sign = "-" if tells_entries else ""
    spans = [span for stmt in dict.fromkeys(source.statements.values()) for span in _counted(source, stmt)]
    for function in source.syntax.of_type(*FUNCTIONS):
        body = function.child_by_field_name("body")
        if body is not None and body.type != "statement_block":
            start, end = source.span(body)
            line = body.start_point[0] + 1
            spans += [(start, start, f"({_MARK}({sign}{line}), "), (end, end, ")")]
        elif body is not None:
            start = source.span(body)[0] + 1
            spans.append((start, start, f"{_MARK}({sign}{function.start_point[0] + 1});"))
    if not spans:  # types alone: with a statement of its own it would be another kind of module
        return source.text
    return apply_spans(source.text, spans) + _recorder(number, record)


def _counted(source: JsSource, stmt: JsStatement) -> list[tuple[int, int, str]]:
    """What is put around a statement: a counter in front of it, and a block where it stands without one."""
    node, mark = stmt.node, f"{_MARK}({stmt.lineno});"
    parent = source.syntax.parent(node)
    if parent is None or not _may_count(node):
        return []
    if parent.type in _BLOCKS and parent.child_by_field_name("value") != node:
        return [(stmt.start, stmt.start, mark)]
    bare = parent.type in ("else_clause", *LOOPS) and parent.child_by_field_name("initializer") != node
    if (bare or parent.child_by_field_name("consequence") == node) and node.type not in _DECLARED:
        end = source.span(node)[1]
        return [(stmt.start, stmt.start, "{" + mark), (end, end, "}")]
    return []


def _may_count(node: Node) -> bool:
    is_definition = node.child_by_field_name("body") is not None and node.type.endswith(("declaration", "definition"))
    is_directive = node.type == "expression_statement" and node.named_children[0].type == "string"
    return node.type in SIMPLE + COMPOUND and not (is_definition or is_directive or node.type.startswith("switch_"))


def _recorder(number: int, record: str) -> str:
    """Declarations are hoisted, so that it can stand at the end; without types it is right in TypeScript as well.

    A warm process (`suite.mjs`) takes the lines itself.
    """
    return (
        f"\n// @ts-nocheck\nfunction {_MARK}() {{ const s = {_MARK}.s || ({_MARK}.s = new Set()), n = arguments[0];"
        f" const w = globalThis[Symbol.for('testfix.lines')]; if (w) w.add('{number}:' + n); else"
        f" if (!s.has(n)) {{ s.add(n); (process.getBuiltinModule || require)('fs').appendFileSync({json.dumps(record)},"
        f" '{number}:' + n + '\\n'); }} }}\n"
    )
