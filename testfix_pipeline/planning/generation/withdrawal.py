"""Removes generated tests from their files, in every language, and finds the tests that a line belongs to."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Collection, Iterator, Mapping, Set

from testfix_pipeline.core.code_view import first_line, line_range, lines_with_ends
from testfix_pipeline.core.patch_policy.javascript.written_tests import TestNodes, test_nodes
from testfix_pipeline.core.patch_policy.syntax_nodes import line
from testfix_pipeline.core.plan_records import GeneratedTest, Generation
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode, names_in, own_nodes
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.planning.code_readers import is_javascript
from testfix_pipeline.planning.javascript_code.javascript_outline import read_source
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.python_code.unit_tests import tests_in

__all__ = ["concerned_tests", "node_id", "source_of_test_file", "spans_of_tests", "with_file_texts", "withdraw"]


def node_id(test: GeneratedTest) -> TestId:
    """The node id of a test, `tests/test_a.py::test_x`, also where its name already is one."""
    return TestId(test.name if test.name.startswith(f"{test.file}::") else f"{test.file}::{test.name}")


def source_of_test_file(file: str, text: str) -> Source:
    """The text of a test file as a source."""
    return Source(file, text, is_test=True)


def spans_of_tests(source: Source) -> dict[str, range]:
    """The lines of each test, decorators included, by its node id."""
    if is_javascript(source.path):
        return {test: _lines_of(nodes) for test, nodes in _nodes_by_test(source.path, source.text).items()}
    return {f"{source.path}::{name}": _lines(node) for name, node in tests_in(source)}


def _lines(node: FunctionNode | ast.ClassDef) -> range:
    return range(first_line(node), line_range(node).stop)


def concerned_tests(source: Source, line: int) -> list[str]:
    """The tests that a line concerns: the one it is in, else those that use a name it binds, else all of the file."""
    found = spans_of_tests(source)
    inside = [test for test, lines in found.items() if line in lines]
    if inside or is_javascript(source.path) or source.tree is None:
        return inside or list(found)
    bound = names_bound_by(own_nodes(ast.Module([one for one in source.tree.body if line in line_range(one)], [])))
    named = {f"{source.path}::{name}": node for name, node in tests_in(source)}
    using = [test for test, node in named.items() if bound & names_in(node)]
    return using or list(found)


def withdraw(generation: Generation, reasons: Mapping[str, str]) -> Generation:
    """The generation without the tests named by node id, each marked with its reason and counted as dropped.

    A file without a test left is gone. Names that are no test of the generation change nothing.
    """
    chosen: dict[str, str] = {
        node_id(test): reasons[node_id(test)] for test in generation.tests if node_id(test) in reasons
    }
    files = {file: _without_tests(file, text, chosen.keys()) for file, text in generation.files.items()}
    left = {file: text for file, text in files.items() if text.strip()}
    tests = [_mark_withdrawn(test, chosen, left) for test in generation.tests]
    counted = dict(generation.dropped)
    for before, after in zip(generation.tests, tests, strict=True):
        if before.kept and not after.kept:
            counted[after.reason] = counted.get(after.reason, 0) + 1
    return generation.model_copy(update={"files": left, "tests": tests, "dropped": counted})


def without_marks(generation: Generation, fulfilled: Collection[str]) -> Generation:
    """The generation with Python tests, named by node id, that are no longer expected to fail."""
    files = {file: _without_marks(file, text, fulfilled) for file, text in generation.files.items()}
    tests = [
        test.model_copy(update={"expected_failure": False}) if node_id(test) in fulfilled else test
        for test in generation.tests
    ]
    return generation.model_copy(update={"files": files, "tests": tests})


def _without_marks(file: str, text: str, fulfilled: Collection[str]) -> str:
    source = source_of_test_file(file, text)
    if is_javascript(file) or not any(test.startswith(f"{file}::") for test in fulfilled):
        return text
    own = [node for name, node in tests_in(source) if f"{file}::{name}" in fulfilled]
    marks = [one for node in own for one in node.decorator_list if ast.unparse(one).startswith(_EXPECTED_FAILURE)]
    gone = {line for one in marks for line in line_range(one)}
    lines = [line for number, line in enumerate(lines_with_ends(text), 1) if number not in gone]
    is_used = any("pytest." in line for line in lines)
    return "".join(line for line in lines if is_used or line.strip() != "import pytest")


_EXPECTED_FAILURE = "pytest.mark.xfail"


def _mark_withdrawn(test: GeneratedTest, chosen: Mapping[str, str], left: Mapping[str, str]) -> GeneratedTest:
    reason = chosen.get(node_id(test), "")
    gone = test.kept and (bool(reason) or test.file not in left)
    return test.model_copy(update={"kept": False, "reason": reason or "its file was withdrawn"}) if gone else test


def _without_tests(file: str, text: str, chosen: Set[str]) -> str:
    """A file's text without the chosen tests and the groups of them; "" if no test is left or it can't be parsed."""
    source = source_of_test_file(file, text)
    if not any(test.startswith(f"{file}::") for test in chosen):
        return text
    spans = spans_of_tests(source)
    if chosen >= spans.keys() or (source.tree is None and not is_javascript(file)):
        return ""
    gone = {number for test, span in spans.items() if test in chosen for number in span}
    for group in _spans_of_groups(source):
        inside = [test for test, span in spans.items() if set(span) <= set(group)]
        gone |= set(group) if inside and all(test in chosen for test in inside) else set()
    return "".join(line for number, line in enumerate(lines_with_ends(text), 1) if number not in gone)


def _spans_of_groups(source: Source) -> Iterator[range]:
    """Yield the lines of each class of tests; in JavaScript of each statement around tests."""
    yield from map(_lines, source.classes if not is_javascript(source.path) else ())
    for nodes in _nodes_by_test(source.path, source.text).values() if is_javascript(source.path) else ():
        group = nodes.statement.parent
        while group is not None:
            if group.type == "expression_statement":
                yield range(line(group), int(group.end_point[0]) + 2)
            group = group.parent


def with_file_texts(generation: Generation, files: Mapping[str, str]) -> Generation:
    """The generation with new texts of its files, and with the source of each admitted test taken from them."""
    texts: dict[str, str] = {}
    for file, text in files.items():
        lines = lines_with_ends(text)
        for test, span in spans_of_tests(source_of_test_file(file, text)).items():
            texts[test] = textwrap.dedent("".join(lines[span.start - 1 : span.stop - 1]))
    tests = [
        test.model_copy(update={"source": texts.get(node_id(test), test.source)}) if test.kept else test
        for test in generation.tests
    ]
    return generation.model_copy(update={"files": dict(files), "tests": tests})


def _nodes_by_test(path: str, content: str) -> dict[TestId, TestNodes]:
    try:
        found = test_nodes(read_source(path, content).syntax)
    except (SyntaxError, RecursionError):
        return {}
    return {TestId.of(path, titles): nodes for titles, nodes in found.items()}


def _lines_of(nodes: TestNodes) -> range:
    return range(line(nodes.statement), int(nodes.statement.end_point[0]) + 2)
