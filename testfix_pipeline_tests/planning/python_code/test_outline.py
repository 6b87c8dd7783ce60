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


def test_a_statement_of_many_lines_counts_once_at_its_first() -> None:
    text = """
        @mark(
            1)
        def f(a,
              b):
            return (a +
                    b)
        """
    assert measured(text, {1, 3}, {5, 6}) == ([], {"f": True}, None)
    assert measured(text, {3}, set()) == ([5], {"f": False}, None)


def test_a_file_that_does_not_parse_is_not_covered_to_100_percent() -> None:
    files = {"m.py": outline("X = 1\n"), "broken.py": outline("def f(:\n")}
    stats = measured_stats(files, CoverageMap({}, {"m.py": frozenset({1})}), None)
    assert list(stats.files) == ["m.py"] and "Can't be parsed, so not counted: broken.py" in stats.reason


def test_what_does_not_run_is_not_counted() -> None:
    text = '''
        """Doc."""
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            import os
        class P(Protocol):
            def f(self): ...
        def g():
            """Doc."""
            global x
            y: int
            if x:  # pragma: no cover
                x = 2
            return x
        '''
    found = outline(textwrap.dedent(text).lstrip())
    assert sorted(found.statements) == [2, 3, 5, 7, 13]
    assert list(found.functions) == ["g"]
    assert found.branches == []


def test_a_function_on_one_line_is_called_only_where_a_test_runs_the_line() -> None:
    text = "def f(x): return x\n"
    assert measured(text, {1}, set())[1] == {"f": False}
    assert measured(text, {1}, {1})[1] == {"f": True}


@pytest.mark.parametrize(
    ("tests", "rate"), [([{2, 3}], 50.0), ([{2, 4}], 50.0), ([{2, 3}, {2, 4}], 100.0), ([set()], 0.0)]
)
def test_the_other_way_of_a_guard_is_what_comes_after_it(tests: list[set[int]], rate: float) -> None:
    text = """
        def f(x):
            if x:
                return 1
            return 2
        """
    assert measured(text, {1}, *tests)[2] == rate


def test_passing_an_if_without_else_needs_a_test_that_did_nothing_else_there() -> None:
    text = """
        def f(x):
            if x:
                x = 0
            return x
        """
    assert measured(text, {1}, {2, 3, 4})[2] == 50.0
    assert measured(text, {1}, {2, 3, 4}, {2, 4})[2] == 100.0


def test_loops_cases_and_handlers() -> None:
    text = """
        def f(x):
            for y in x:
                g(y)
            match x:
                case 1:
                    a()
                case _:
                    b()
            try:
                c()
            except ValueError:
                d()
            else:
                e()
        """
    missing, functions, rate = measured(text, {1}, {2, 3, 4, 5, 7, 8, 9, 10, 14})
    assert (missing, functions) == ([6, 11, 12], {"f": True})
    assert rate == pytest.approx(66.67)


@pytest.mark.parametrize("text", ["def f(:", "x = '\0'", "(" * 2000])
def test_what_is_no_python_says_so(text: str) -> None:
    found = outline(text)
    assert found.error
    assert not found.statements
