"""The repair benchmark's judge, tasks, rows and table, on projects made here."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.repair import __main__ as runner
from benchmarks.repair.judge import Judge, project
from benchmarks.repair.mutated import held_out
from benchmarks.repair.packages import Package
from benchmarks.repair.subjects import SUBJECTS, Subject
from benchmarks.repair.task import Task
from benchmarks.repair.trial import Budget, repair_request, run_trial
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.workspace.git.new_repository import make_repository
from testfix_pipeline_tests.execution.targets import PLAIN

RIGHT = "def clamp(a, low, high):\n    if a < low:\n        return low\n    return min(a, high)\n"
BUGGY = RIGHT.replace("return low", "return high")
TESTS = """\
import pytest
from clamp import clamp

def test_low():
    assert clamp(1, 2, 3) == 2

def test_high():
    assert clamp(5, 2, 3) == 3

def test_higher():
    assert clamp(50, 2, 3) == 3

@pytest.mark.parametrize("a", [3, 4])
def test_inside(a):
    assert clamp(a, 2, 9) == a
"""
EVERY = tuple(f"test_clamp.py::test_{name}" for name in ("low", "high", "higher", "inside[3]", "inside[4]"))


def build(folder: Path) -> Path:
    tree = folder / "tree"
    tree.mkdir(parents=True)
    (tree / "clamp.py").write_text(BUGGY)
    (tree / "test_clamp.py").write_text(TESTS)
    make_repository(tree, "start")
    return tree


@pytest.fixture
def task() -> Task:
    return Task(
        id="changed/clamp/00",
        section="changed",
        set="training",
        interpreter=Path(sys.executable),
        env=PLAIN,
        build=build,
        reference={"clamp.py": (RIGHT,)},
        visible=EVERY,
        hidden=EVERY[3:],
        kind="variable name",
        change=("low", "high"),
        lines={"clamp.py": frozenset({3})},
    )


@pytest.fixture
def judge(task: Task, tmp_path: Path) -> Judge:
    return Judge(task, build(tmp_path / "subject"), tmp_path)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("# a note\n" + RIGHT, "exact"),
        (RIGHT.replace("min(a, high)", "a if a < high else high"), "equivalent"),
        # right on what the engine sees, wrong on the hidden tests
        ("def clamp(a, low, high):\n    if a == 1:\n        return low\n    return high\n", "wrong"),
    ],
)
def test_patches_are_judged_by_text_then_by_hidden_tests(judge: Judge, text: str, label: str) -> None:
    assert judge.label({"clamp.py": text.encode()}).label == label


def test_a_patch_that_differs_on_made_inputs_is_wrong(judge: Judge) -> None:
    special = RIGHT.replace("    if", "    if a == 0:\n        return 77\n    if")
    verdict = judge.label({"clamp.py": special.encode()})
    assert verdict.label == "wrong" and verdict.why.startswith("clamp(") and verdict.inputs > 0


def test_tests_outside_the_tree_judge_as_well(task: Task, tmp_path: Path) -> None:
    more = {"test_more.py": "from clamp import clamp\n\ndef test_7():\n    assert clamp(7, 1, 8) == 7\n"}
    outside = replace(task, hidden=(), visible=(), reference={}, hidden_files=more)
    judge = Judge(outside, build(tmp_path / "subject"), tmp_path)
    assert judge.label({"clamp.py": RIGHT.encode()}).label == "equivalent"
    special = RIGHT.replace("return min(a, high)", "return min(a, high) if a != 7 else 0")
    verdict = judge.label({"clamp.py": special.encode()})
    assert (verdict.label, verdict.why) == ("wrong", "hidden_tests/test_more.py::test_7")


def test_the_engine_is_not_given_hidden_tests(task: Task, tmp_path: Path) -> None:
    request = repair_request(task, build(tmp_path / "subject"), tmp_path, Budget(5, 1))
    assert set(request.passing) == {EVERY[1], EVERY[2]} and list(request.failing) == [EVERY[0]]
    assert request.coverage is not None and set(request.coverage.tests) == set(EVERY[:3])
    assert project(task, judging=False).pytest_args == ("--deselect=test_clamp.py::test_inside",)
    assert request.failures[0].error_type == "AssertionError"


def test_a_trial_repairs_and_judges(task: Task) -> None:
    row = run_trial(task, Budget(30, 1))
    labels = [patch["label"] for patch in row["patches"]]
    assert row["plausible"] and "exact" in labels and row["suspect_rank"] is not None
    assert row["rank"] == 1 + next(rank for rank, label in enumerate(labels) if label != "wrong")
    assert (row["exact"], row["equivalent"], row["overfitted"]) == tuple(
        labels[0] == label for label in ("exact", "equivalent", "wrong")
    )
    assert 0 < row["first_seconds"] <= row["seconds"] and row["candidates"] > 0
    json.dumps(row)


@pytest.fixture
def package(tmp_path: Path) -> Package:
    names = [f"t.py::test_{letter}{number}" for letter in "abcdefgh" for number in range(3)]
    tests = (*names, *(f"{name}x[{case}]" for name in names for case in range(2)))
    CoverageMap({test: {"m.py": frozenset({1 + (n % 2)})} for n, test in enumerate(tests)}, {}).save(
        tmp_path / "coverage.json"
    )
    return Package(SUBJECTS[0], tmp_path, tests, (), 1.0)


def test_held_out_tests_never_take_a_failing_one_along(package: Package) -> None:
    for seed in "0123456789":
        failing = ["t.py::test_a1x[0]", "t.py::test_c2"]
        hidden = held_out(package, seed, failing, {"m.py": [1]})
        assert not set(hidden) & set(failing)
        assert not [t for t in failing if t.startswith(tuple({h.partition("[")[0] for h in hidden}))]
        assert 0.15 < len(hidden) / len(package.passing) < 0.6
    assert hidden == held_out(package, "9", failing, {"m.py": [1]})


def test_the_sets_share_no_package() -> None:
    def names(which: str) -> set[str]:
        return {subject.name for subject in SUBJECTS if subject.set == which}

    assert names("training").isdisjoint(names("measuring")) and len(names("measuring")) >= 6
    assert all(isinstance(subject, Subject) and subject.version for subject in SUBJECTS)


def test_a_second_run_goes_on_where_the_first_stopped(task, tmp_path, capsys) -> None:
    rows = tmp_path / "rows.jsonl"
    first = runner.measure([task], rows, Budget(8, 1), time.monotonic() + 300)
    assert "tried in" in capsys.readouterr().out
    done = replace(task, build=refuse)
    assert runner.measure([done, replace(done, id="changed/clamp/01")], rows, Budget(8, 1), 0.0) == first
    assert "the time is up before task 2 of 2" in capsys.readouterr().out


def refuse(folder: Path) -> Path:
    raise AssertionError(f"{folder} was not to be built")


Make = Callable[..., dict[str, Any]]


@pytest.fixture
def row() -> Iterator[Make]:
    def make(section: str, label: str, seconds: float = 2.0) -> dict[str, Any]:
        found = {name: label == name for name in ("exact", "equivalent")}
        plausible = label != "none"
        return {"section": section, **found, "plausible": plausible, "overfitted": label == "wrong",
                "rank": 1 if any(found.values()) else None, "first_seconds": seconds if plausible else None,
                "seconds": 10.0, "candidates": 50, "ended": "found" if plausible else "budget"}  # fmt: skip

    yield make
