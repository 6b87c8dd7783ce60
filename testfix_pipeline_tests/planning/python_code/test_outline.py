"""What counts as an executable line, a function and a branch; checked against coverage.py on our own source."""

import ast
import textwrap
from pathlib import Path

import coverage
import pytest

import testfix_pipeline.core
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.context.coverage import measured_stats
from testfix_pipeline.planning.python_code.outline import outline

CORE = sorted(path for path in Path(testfix_pipeline.core.__file__).parent.rglob("*.py") if path.stat().st_size)


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)
def test_the_lines_are_those_that_coverage_counts(path: Path) -> None:
    """But that coverage.py counts a decorated definition twice, and the text that documents a module's name."""
    text = path.read_text()
    _, theirs, *_ = coverage.Coverage(data_file=None, config_file=False).analysis2(str(path))
    tree = ast.parse(text)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    twice = {node.lineno for node in nodes if node.decorator_list}
    documentation = {node.lineno for node in tree.body if isinstance(node, ast.Expr)}
    assert set(outline(text).statements) == set(theirs) - twice - documentation


def measured(text: str, imported: set[int], *tests: set[int]) -> tuple[list[int], dict[str, bool], float | None]:
    ran = {TestId(f"t.py::test_{number}"): {"m.py": frozenset(lines)} for number, lines in enumerate(tests)}
    stats = measured_stats(
        {"m.py": outline(textwrap.dedent(text).lstrip())}, CoverageMap(ran, {"m.py": frozenset(imported)}), None
    )
    found = stats.files["m.py"]
    return found.missing_lines, found.functions, found.branch_rate


def test_a_file_that_does_not_parse_is_not_covered_to_100_percent() -> None:
    files = {"m.py": outline("X = 1\n"), "broken.py": outline("def f(:\n")}
    stats = measured_stats(files, CoverageMap({}, {"m.py": frozenset({1})}), None)
    assert list(stats.files) == ["m.py"] and "Can't be parsed, so not counted: broken.py" in stats.reason


def test_passing_an_if_without_else_needs_a_test_that_did_nothing_else_there() -> None:
    text = """
        def f(x):
            if x:
                x = 0
            return x
        """
    assert measured(text, {1}, {2, 3, 4})[2] == 50.0
    assert measured(text, {1}, {2, 3, 4}, {2, 4})[2] == 100.0
