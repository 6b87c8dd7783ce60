"""Finds what a JavaScript file puts into tables by constant keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.javascript.constants import constant
from testfix_pipeline.core.patch_policy.syntax_nodes import field, one_line_text, text


class TableEntry(NamedTuple):
    """A key and a value that code gives a table. table: the code of the table; node: all of it."""

    table: str
    key: Node
    value: Node
    node: Node


def table_entries(code: Code) -> Iterator[TableEntry]:
    """Yield the entries that are assigned (`known[17] = 2584`) or set (`known.set(17, 2584)`)."""
    for node in code.tree.of_type("assignment_expression"):
        table, key = field(field(node, "left"), "object"), field(field(node, "left"), "index")
        value = field(node, "right")
        if table is not None and key is not None and value is not None and constant(key) is not None:
            yield TableEntry(one_line_text(table), key, value, node)
    for node in code.calls:
        called, given = field(node, "function"), code.arguments(node)
        if text(field(called, "property")) == "set" and len(given) == 2 and constant(given[0]) is not None:
            yield TableEntry(text(field(called, "object")), given[0], given[1], node)
