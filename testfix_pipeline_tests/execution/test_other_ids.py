"""Tests whose ids differ from run to run: matched by their place, or counted together."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.hanging_tests import known_durations
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite

PLAIN = "import pytest\n@pytest.mark.parametrize('n', [1, 2])\ndef test_n(n): assert n\n"
HEAD = "import datetime as dt, pytest, random, tempfile, uuid\nclass Thing: pass\n"
TAIL = "\ndef test_it(x): assert x != 'fails'\ndef test_last(): pass\n"
VALUES = {
    "time": "[str(dt.datetime.now()), 'fails', 'same']",
    "uuid": "['same', 'fails', str(uuid.uuid4())]",
    "address": "[pytest.param(Thing(), id=repr(object())), 'fails', 'same']",
    "folder": "[tempfile.mkdtemp(), 'fails', tempfile.mkdtemp()]",
    "random": "[random.random(), 'fails', random.random()]",
}


def parametrized(values: str) -> str:
    return f"{HEAD}@pytest.mark.parametrize('x', {values}){TAIL}"


@pytest.fixture
def run_twice(tree: Callable[..., Path], target: TargetProject) -> Callable[..., tuple[SuiteRun, TargetProject, Path]]:
    """The first run of a file of tests, and the project that knows its ids."""

    def run(text: str) -> tuple[SuiteRun, TargetProject, Path]:
        root = tree({"test_a.py": text, "test_plain.py": PLAIN})
        first = run_suite(target, root, timeout=60)
        assert first.fault is None, first.fault
        return first, replace(target, known=known_durations(first.outcomes)), root

    return run


def test_ids_that_differ_in_each_run_are_matched_by_their_place(tree, target) -> None:
    root = tree({f"test_{name}.py": parametrized(values) for name, values in VALUES.items()})
    first = run_suite(target, root, timeout=60)
    project = replace(target, known=known_durations(first.outcomes))
    heard: list[str] = []
    again = run_suite(replace(project, notify=heard.append), root, timeout=60)
    assert again.fault is None and again.other_ids == {f"test_{name}.py::test_it": "by place" for name in VALUES}
    assert {test: one.status for test, one in again.outcomes.items()} == {
        test: one.status for test, one in first.outcomes.items()
    }
    assert again.collected == first.collected
    for name, count in (("time", "1 test has another id in each run; matched by its place."),
                        ("folder", "2 tests have another id in each run; matched by their place.")):  # fmt: skip
        assert f"test_{name}.py::test_it: {count}" in heard
    of_files = [[test for test in first.collected if test.file == f"test_{name}.py"] for name in VALUES]
    for asked in zip(*of_files, strict=True):  # each can be asked for by the id of the first run
        alone = run_suite(project, root, tests=asked, timeout=60)
        assert alone.fault is None, alone.fault
        assert {name: one.status for name, one in alone.outcomes.items()} == {
            test: first.outcomes[test].status for test in asked
        }


def test_cases_of_another_number_count_together(run_twice: Callable[..., object]) -> None:
    counted = "open('runs', 'a').write('x') and [uuid.uuid4().hex for _ in open('runs').read()]"
    first, project, root = run_twice(parametrized(counted))  # type: ignore[misc]
    assert len(first.outcomes) == 4
    again = run_suite(project, root, timeout=60)
    assert again.fault is None and again.other_ids == {"test_a.py::test_it": "together"}
    assert again.passed == first.passed and again.collected.sort() == first.collected.sort()
    alone = run_suite(project, root, tests=sorted(first.passed)[:1], timeout=60)
    assert alone.fault is None and alone.passed == set(sorted(first.passed)[:1])
    (root / "test_a.py").write_text(parametrized(counted).replace("x != 'fails'", "x == ''"))
    worse = run_suite(project, root, timeout=60)
    assert worse.fault is None and {test.partition("[")[0] for test in worse.failing} == {"test_a.py::test_it"}
    assert worse.outcomes.keys() == first.outcomes.keys()


def test_what_only_comes_in_another_order_keeps_its_ids(run_twice: Callable[..., object]) -> None:
    first, project, root = run_twice(parametrized("['same', 'fails']"))  # type: ignore[misc]
    (root / "test_a.py").write_text(parametrized("['fails', 'same']"))
    again = run_suite(project, root, timeout=60)
    assert not again.other_ids and again.passed == first.passed
