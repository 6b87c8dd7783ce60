"""The corpus of mutations, made of a small package that lies in a cache of its own."""

import json
from pathlib import Path

import pytest

from benchmarks.repair import cache, collection, mutations
from benchmarks.repair.packages import Package, ready
from benchmarks.repair.subjects import SUBJECTS
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline_tests.execution.targets import environment

SUBJECT = next(subject for subject in SUBJECTS if subject.name == "schema")
CODE = """\
def clean(values, low=0, high=9):
    found = []
    for value in values:
        if value is None:
            continue
        if value < low:
            value = low
        elif value > high:
            value = high
        found.append(value * 2 + 1)
    return found, len(found) - 1


def label(number, unit="m"):
    if number == 1 and unit:
        return "one " + unit
    text = str(number)
    return text + " " + unit + "s"


def span(values):
    first, last = min(values), max(values)
    if first >= last:
        raise ValueError("no span")
    return last - first
"""
TESTS = """\
import pytest
from schema.code import clean, label, span

@pytest.mark.parametrize("values, want", [([1], 3), ([-4], 1), ([12], 19), ([None, 2], 5), ([3, 4], 7)])
def test_clean(values, want):
    assert clean(values)[0][0] == want

def test_count():
    assert clean([1, None, 2])[1] == 1

def test_label():
    assert label(1) == "one m"

def test_labels():
    assert label(2) == "2 ms"

def test_label_without_unit():
    assert label(1, "") == "1 s"

def test_span():
    assert span([1, 5, 3]) == 4

def test_no_span():
    with pytest.raises(ValueError):
        span([2, 2])
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """A ready package in the place of a training package."""
    monkeypatch.setenv("TESTFIX_BENCH_CACHE", str(tmp_path / "cache"))
    folder = cache.folder("packages", SUBJECT.key)
    code = folder / "tree" / "schema"
    code.mkdir(parents=True)
    (code / "__init__.py").touch()
    (code / "code.py").write_text(CODE)
    (folder / "tree" / "test_code.py").write_text(TESTS)
    target = TargetProject(environment(folder / "venv"), "these tests", suites=(pytest_suite(),))
    run = run_suite(target, folder / "tree", record_coverage=folder / "coverage.json")
    record = {"passing": run.collected, "deselected": [], "seconds": run.duration}
    (folder / "suite.json").write_text(json.dumps(record))
    return ready(SUBJECT)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutations, "WANTED", {"changed": 1, "removed": 1, "double": 1})
    monkeypatch.setattr(mutations, "WORK", 2)


def test_rows_become_tasks_whose_tests_fail_as_the_rows_say(package: Package, small: None, tmp_path: Path) -> None:
    cache.write(cache.folder("mutants", "training") / f"{SUBJECT.key}.jsonl", rows := mutations.make(SUBJECT))
    assert sorted(row["section"] for row in rows) == ["changed", "double", "removed"]
    every = list(collection.tasks("training", ("changed", "removed", "removed-history", "double")))
    assert {task.id for task in every} >= {row["id"] for row in rows}
    assert any(task.section == "removed-history" and task.history for task in every)
    for number, row in enumerate(rows):
        task = next(task for task in every if task.id == row["id"])
        tree = task.build(tmp_path / str(number))
        assert (tree / row["file"]).read_text() != task.reference[row["file"]][0] == CODE
        assert run_suite(package.project(), tree).failing == set(row["failing"])
        assert not set(task.hidden) & set(row["failing"])
    only = [task.id for task in collection.tasks("training", ("removed",), "*/schema/*")]
    assert only == [row["id"] for row in rows if row["section"] == "removed"]
