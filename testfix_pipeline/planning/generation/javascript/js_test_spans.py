"""Locates the tests in a JavaScript or TypeScript file, and removes some of them."""

from __future__ import annotations

import io
from collections.abc import Collection

from testfix_pipeline.core.patch_policy.javascript.written_tests import TestNodes, test_nodes
from testfix_pipeline.core.patch_policy.syntax_nodes import line
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.planning.javascript_code.javascript_outline import read_source


def _nodes_by_test(path: str, content: str) -> dict[TestId, TestNodes]:
    try:
        found = test_nodes(read_source(path, content).syntax)
    except (SyntaxError, RecursionError):
        return {}
    return {TestId.of(path, titles): nodes for titles, nodes in found.items()}


def _lines_of(nodes: TestNodes) -> range:
    return range(line(nodes.statement), int(nodes.statement.end_point[0]) + 2)


def lines_of_tests(path: str, content: str) -> dict[str, range]:
    """The lines of each test of a file, by its id."""
    return {test: _lines_of(nodes) for test, nodes in _nodes_by_test(path, content).items()}


def without_tests(path: str, content: str, gone: Collection[str]) -> str:
    """A file's text without some tests, and without groups that have no other tests."""
    placed = _nodes_by_test(path, content)
    lines = {number for test, nodes in placed.items() if test in gone for number in _lines_of(nodes)}
    for nodes in placed.values():
        group = nodes.statement.parent
        while group is not None and group.type != "program":
            own = range(line(group), int(group.end_point[0]) + 2)
            inside = [test for test, one in placed.items() if set(_lines_of(one)) <= set(own)]
            if group.type == "expression_statement" and all(test in gone for test in inside):
                lines |= set(own)
            group = group.parent
    return "".join(text for number, text in enumerate(lines_of_text(content), 1) if number not in lines)


def lines_of_text(content: str) -> list[str]:
    """The lines with their ends as parsers count them; U+0085 and U+2028 do not end a line."""
    return list(io.StringIO(content, newline="\n"))
