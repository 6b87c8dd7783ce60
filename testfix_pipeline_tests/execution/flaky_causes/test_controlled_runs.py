"""Runs under control leave alone what they do not control, and show what the project reads."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.flaky_causes.trials import ControlledTrials
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite

TEST = TestId("test_a.py::test_a")
DATES = """
import copy, datetime, json, pickle
from datetime import date, datetime as moment
class Day(date):
    pass
def test_a():
    now = moment.now()
    assert isinstance(now, moment) and isinstance(now, date) and isinstance(Day.today(), Day)
    assert pickle.loads(pickle.dumps(now)) == copy.deepcopy(now) == now
    assert moment(2020, 1, 2) < now and date(2020, 1, 2) < date.today()
    assert moment.strptime("2020", "%Y").year == date.fromisoformat("2020-01-02").year == 2020
    assert datetime.datetime.now(datetime.timezone.utc).tzinfo is not None
"""
COMPARISONS = """
class Always:
    def __eq__(self, other):
        return "yes"
def test_a():
    assert (Always() == 1) == "yes" and 1 < 2 <= 2 and not 0.1 + 0.2 == 0.3 and hash("a") == hash("a")
    assert [one for one in {1, 2}] and f"{ {1, 2}!r:>8}" and {3}.pop() == 3
"""
SEEDED = "import random\nrandom.seed(7)\n\n\ndef test_a():\n    assert random.Random(7).random() == random.random()\n"
SUBTEST = """
import unittest
class TestA(unittest.TestCase):
    def test_a(self):
        for one in (1, 2):
            with self.subTest(one=one):
                self.assertEqual(one, 2)
"""
READING = """
import os, random, socket, threading, time
def test_a():
    time.time(), time.localtime(0), time.monotonic(), random.random(), hash("a")
    threading.Thread(target=str).start()
    socket.create_server(("127.0.0.1", 48019)).close()
    try:
        socket.create_connection(("nowhere.example.org", 80), timeout=1)
    except OSError:
        pass
    assert not 0.1 + 0.2 == 0.3
"""


@pytest.fixture
def trials(tree: Callable[..., Path], target: TargetProject) -> Callable[[str], ControlledTrials]:
    return lambda text: ControlledTrials(target, tree({"test_a.py": text}), TEST, 60)


@pytest.mark.parametrize("text", [DATES, COMPARISONS, SEEDED], ids=["dates", "comparisons", "a seed of its own"])
def test_a_test_that_passes_does_so_in_controlled_runs(trials: Callable[..., ControlledTrials], text: str) -> None:
    runs = trials(text).alike({"seed": "3"}, 2)
    assert [(one.passed, one.error) for one in runs] == [(True, ("", ""))] * 2


def test_a_subtest_that_fails_is_a_failure_of_its_test(target: TargetProject, tree: Callable[..., Path]) -> None:
    test = TestId("test_a.py::TestA::test_a")
    [run] = ControlledTrials(target, tree({"test_a.py": SUBTEST}), test, 60).alike({}, 1)
    assert (run.passed, run.error) == (False, ("AssertionError", "1 != 2"))


def test_each_source_is_read_at_a_line_of_the_project(trials: Callable[..., ControlledTrials]) -> None:
    [run] = trials(READING).alike({"network": "refused"}, 1)
    assert run.passed and run.reads.keys() >= {
        "clock", "zone", "timer", "random", "sets", "threads", "ports", "network", "floats",
    }  # fmt: skip
    places = {source: {(place, detail) for place, detail in found} for source, found in run.reads.items()}
    assert ("test_a.py:4", "") in places["clock"] and ("test_a.py:6", "48019") in places["ports"]
    assert ("test_a.py:8", "nowhere.example.org") in places["network"]


def test_a_run_that_never_ends_has_failed(trials: Callable[..., ControlledTrials]) -> None:
    found = trials("def test_a():\n    while True:\n        pass\n")
    order = {"runs": [{}], "start": {}, "seconds": 0.5}
    events: list[dict[str, Any]] = []
    run_suite(found._project, found._tree, tests=[TEST], witness=events, controls=order)
    assert [event["runs"] for event in events] == [[{}]]
