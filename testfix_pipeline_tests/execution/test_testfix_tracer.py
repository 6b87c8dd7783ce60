"""Which lines a test executes, recorded by real runs on each interpreter that is at hand."""

from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.suite_runs import run_suite

PKG = """\
import threading

LIMIT = 3


def double(x):
    if x > LIMIT:
        return 0
    return x * 2


def threaded():
    worker = threading.Thread(target=double, args=(5,))
    worker.start()
    worker.join()


def generate():
    yield 1
    yield 2
"""

TESTS = """\
import os
import subprocess
import sys

import pkg
import pytest


@pytest.fixture(scope="module")
def shared():
    return list(pkg.generate())


@pytest.fixture
def own():
    yield
    pkg.double(9)


def test_double():
    assert pkg.double(1) == 2


def test_thread():
    pkg.threaded()


def test_first(shared):
    pass


def test_second(shared, own):
    pass


def test_process():
    subprocess.run([sys.executable, "-c", ""])


def test_untraced():
    sys.settrace(None)


def test_leaves():
    if os.environ.get("LEAVE"):
        os._exit(1)
"""


def record(project, tree, tmp_path, **options):
    path = tmp_path / "coverage.json"
    run = run_suite(project, tree, timeout=60, record_coverage=path, **options)
    return run, CoverageMap.load(path)


def lines_of(coverage, test):
    return coverage.tests[f"test_pkg.py::{test}"].get("pkg.py", frozenset())


def test_lines_are_credited_to_the_test_that_runs_them(tree, target, tmp_path):
    run, coverage = record(target, tree({"pkg.py": PKG, "test_pkg.py": TESTS}), tmp_path)
    assert run.fault is None
    assert lines_of(coverage, "test_double") == {7, 9}
    assert lines_of(coverage, "test_thread") == {7, 8, 13, 14, 15}
    assert lines_of(coverage, "test_first") == {19, 20}
    assert lines_of(coverage, "test_second") == {7, 8}
    assert {3, 6, 12} <= coverage.import_lines["pkg.py"]
    assert not coverage.import_lines["pkg.py"] & {7, 8, 9}
    assert coverage.tests_on("pkg.py", [8, 9]) == {f"test_pkg.py::test_{x}" for x in ("double", "thread", "second")}
    assert coverage.tests["test_pkg.py::test_double"]["test_pkg.py"] == {21}


def test_shared_fixtures_processes_and_lost_traces_are_noted(tree, target, tmp_path):
    _, coverage = record(target, tree({"pkg.py": PKG, "test_pkg.py": TESTS}), tmp_path)
    assert coverage.fixtures == {
        "test_pkg.py::test_first": frozenset({"test_pkg.py::shared"}),
        "test_pkg.py::test_second": frozenset({"test_pkg.py::shared"}),
    }
    assert "test_pkg.py::test_process" in coverage.unsure
    assert "test_pkg.py::test_double" not in coverage.unsure


def test_a_crashing_test_loses_only_its_own_lines(tree, target, tmp_path):
    files = {"pkg.py": PKG, "test_pkg.py": TESTS.replace('os.environ.get("LEAVE")', "True")}
    run, coverage = record(target, tree(files), tmp_path)
    assert run.fault.kind == "crash"
    assert lines_of(coverage, "test_double") == {7, 9}
    assert "test_pkg.py::test_leaves" not in coverage.tests


def test_bounded_tracing_says_that_it_did_not_come_to_the_end(tree, target, tmp_path):
    files = {"pkg.py": PKG, "test_pkg.py": TESTS}
    run, coverage = record(target, tree(files), tmp_path, trace_seconds=0.0)
    assert run.fault is None and len(run.passed) > 5, "the tests themselves run to the end"
    assert not coverage.whole and not coverage.tests
    _, coverage = record(target, tree(files), tmp_path, trace_seconds=60.0)
    assert coverage.whole and lines_of(coverage, "test_double") == {7, 9}


LINES = st.dictionaries(st.text(min_size=1), st.frozensets(st.integers(1, 500), min_size=1), max_size=4)


@given(st.dictionaries(st.text(min_size=1), LINES, max_size=4), LINES)
def test_a_saved_map_is_read_back_the_same(tmp_path_factory, tests, imported):
    path = tmp_path_factory.mktemp("map") / "coverage.json"
    coverage = CoverageMap(tests, imported, {test: frozenset("f") for test in tests}, frozenset(tests))
    coverage.save(path)
    assert CoverageMap.load(path) == coverage
