"""What decides on a flaky test is named where two controls separate its results, and only there."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.flaky_records import FlakyCause
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.flaky_causes.controls import control_name, parse_control
from testfix_pipeline.execution.flaky_causes.search import Known, find_cause
from testfix_pipeline.execution.flaky_causes.trials import ControlledTrial

TEST = TestId("test_shop.py::test_open")
TEXTS = {"test_shop.py": 'connect("shop.example.org", 48111)\n', "shop.py": ""}
Result = Callable[[Mapping[str, str]], str]
"""The error of a run under these settings, "" if the test passes."""


class Scripted:
    """A test whose result is what a function of the settings says, and that reads these sources."""

    test = TEST

    def __init__(self, result: Result, reads: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        self.result, self.reads = result, reads
        self.processes = 0

    def in_one_process(self, settings: Sequence[Mapping[str, str]], start: Mapping[str, str]) -> list[ControlledTrial]:
        self.processes += 1
        errors = [self.result({**start, **one}) for one in settings]
        return [
            ControlledTrial(not error, {"type": "AssertionError", "message": error}, self.reads) for error in errors
        ]

    def alike(self, settings: Mapping[str, str], times: int) -> list[ControlledTrial]:
        return self.in_one_process([{}] * times, settings)


def cause(result: Result, known: Known = "flaky", **reads: tuple[str, str]) -> FlakyCause | None:
    trials: Any = Scripted(result, {name: [place] for name, place in reads.items()})
    return find_cause(trials, TEXTS.__getitem__, lambda file: file.startswith("test_"), known)


def failing_if(name: str, *values: str) -> Result:
    return lambda settings: "no" if settings.get(name) in values else ""


HERE, THERE = ("test_shop.py:3", ""), ("shop.py:2", "")


@pytest.mark.parametrize(
    ("result", "source", "place", "kind", "side"),
    [
        (failing_if("hash-seed", "3", "4"), "sets", THERE, "iteration_order", "program"),
        (failing_if("seed", "17"), "random", HERE, "randomness", "test"),
        (failing_if("seed", "17"), "random", ("shop.py:2", "which an argument gives"), "randomness", "test"),
        (failing_if("zone", "AAA-14"), "zone", THERE, "time", "program"),
        (failing_if("clock", "2028-02-29T12:00:00"), "clock", THERE, "time", "program"),
        (failing_if("clock", "frozen"), "clock", HERE, "time", "test"),
        (failing_if("network", "refused"), "network", ("shop.py:2", "shop.example.org"), "network", "test"),
        (failing_if("network", "refused"), "network", ("shop.py:2", "other.example.org"), "network", "program"),
        (failing_if("ports", "48111"), "ports", ("shop.py:2", "48111"), "ports", "test"),
        (failing_if("ports", "4811"), "ports", ("shop.py:2", "4811"), "ports", "program"),
        (failing_if("threads", "late"), "threads", THERE, "concurrency", "program"),
        (failing_if("timer", "50"), "timer", HERE, "concurrency", "test"),
    ],
)
def test_the_kind_is_the_one_whose_controls_separate(result, source, place, kind, side) -> None:
    found = cause(result, "flaky", **{source: place})
    assert found is not None and found.passes is not None
    assert (found.kind, found.cause, found.place) == (kind, side, place[0])
    assert (found.fails.failed, found.passes.failed) == (8, 0)
    assert f"--control {found.fails.control}" in found.command


def test_a_date_after_which_a_test_always_fails_is_the_tests_own() -> None:
    found = cause(lambda settings: "no" if settings.get("clock", "9") > "2020" else "", "steady", clock=THERE)
    assert found is not None and (found.kind, found.cause) == ("time", "test")


def test_floats_that_pass_if_near_ones_are_equal_are_the_kind_whatever_changes_their_sum() -> None:
    def result(settings: Mapping[str, str]) -> str:
        return "" if settings.get("floats") == "near" or settings.get("hash-seed") != "3" else "no"

    found = cause(result, sets=THERE, floats=HERE)
    assert found is not None and found.passes is not None
    assert (found.kind, found.passes.control) == ("floating_point", "hash-seed=3,floats=near")


def test_without_an_answer_that_fits_the_other_error_shows_that_the_network_decides() -> None:
    found = cause(lambda settings: settings.get("network", "as is"), "steady", network=("shop.py:2", "x.example.org"))
    assert found is not None and found.kind == "network" and found.passes is None
    assert "fails otherwise (AssertionError: answering)" in found.describe()


def test_sources_that_a_test_does_not_read_are_not_tried() -> None:
    trials: Any = Scripted(failing_if("hash-seed", "3"), {"random": [HERE]})
    found = find_cause(trials, TEXTS.__getitem__, lambda file: True, "flaky")
    assert found is not None and found.kind == "unknown" and "cause not found" in found.describe()
    assert trials.processes == 2


def test_a_test_that_always_fails_whatever_is_controlled_is_not_flaky() -> None:
    assert cause(lambda settings: "no", "steady", sets=HERE, random=HERE, clock=HERE, network=HERE) is None
    assert cause(lambda settings: "no", "reported", sets=HERE, random=HERE, clock=HERE) is None


def test_a_control_is_the_same_as_settings_and_as_text() -> None:
    assert parse_control("hash-seed=3,floats=near") == {"hash-seed": "3", "floats": "near"}
    assert control_name(parse_control("clock=2028-02-29T12:00:00")) == "clock=2028-02-29T12:00:00"
    with pytest.raises(InvalidConfig, match="no control 'luck'"):
        parse_control("luck=7")


@pytest.mark.parametrize(
    "text", ["seed=abc", "clock=noon", "clock=2027-02-30T12:00:00", "ports=http", "network", "threads=lazy", "timer=-1"]
)
def test_a_control_without_a_value_of_its_own_is_refused(text: str) -> None:
    with pytest.raises(InvalidConfig, match=f"{text.partition('=')[0]!r} can't be"):
        parse_control(text)
