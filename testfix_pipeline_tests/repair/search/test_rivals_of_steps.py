"""Fixes are tried one after the other, and rivals of a step before the steps that followed it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from testfix_pipeline.core.records import Failure, Frame, Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.search import library_trials
from testfix_pipeline.repair.search.library_state import LibraryRepairState
from testfix_pipeline.repair.search.library_trials import FixTrials, confidence_after

BEFORE = "lib.one()\nlib.two()\nlib.six()\n"
TESTS = {name: TestId(f"test_a.py::test_{name}") for name in ("one", "two", "six")}
Passes = Callable[[str], Mapping[str, bool]]


def fix(name: str, new: str, likelihood: float = 0.8) -> LibraryFix:
    text = BEFORE.replace(f"lib.{name}()", new)
    return LibraryFix({"a.py": text}, "library.rule", f"{name} -> {new}", likelihood, f"lib.{name}")


ONE, TWO = fix("one", "lib.first()"), fix("two", "lib.second()", 0.7)


class StandIn:
    """Trees in which the test of a name passes with the texts that `passes` says. tried: those texts; tests: the tests
    that ran."""

    def __init__(self, passes: Passes, seconds: float) -> None:
        self.passes = passes
        self.tried: list[str] = []
        self.tests: list[Sequence[TestId]] = []
        self.failures = failures()
        self.sources = SimpleNamespace(source=lambda file: SimpleNamespace(text=BEFORE))
        self.request = SimpleNamespace(on_progress=None, suite_seconds=seconds)

    def is_over(self) -> bool:
        return False

    def is_test_side(self, path: str) -> bool:
        return False

    def measured(self, texts: Mapping[str, str], tests: Sequence[TestId]) -> Any:
        self.tried.append(texts["a.py"])
        self.tests.append(tests)
        ends = {TESTS[name]: is_passed for name, is_passed in self.passes(texts["a.py"]).items()}
        outcomes = {one: Outcome(id=one, status="passed" if ends[one] else "failed") for one in tests}
        return SuiteRun(outcomes=outcomes, collected=list(tests)), [one for one in self.failures if not ends[one.test]]


def failures() -> list[Failure]:
    return [
        Failure(
            test=test,
            error_type="AttributeError",
            error=f"module 'lib' has no attribute '{name}'",
            frames=[Frame(file="a.py", line=line, function="f")],
        )
        for line, (name, test) in enumerate(TESTS.items(), 1)
    ]


def named(text: str) -> dict[str, bool]:
    return {"one": "first" in text, "two": "second" in text, "six": "sixth" in text}


def trials_of(passes: Passes = named, seconds: float = 9.0) -> tuple[FixTrials, StandIn]:
    trees: Any = StandIn(passes, seconds)
    return FixTrials(trees, list(TESTS.values()), []), trees


def test_fixes_for_several_names_are_one_step_each() -> None:
    trials, trees = trials_of()
    state = LibraryRepairState(failures=tuple(failures()))
    (after,) = trials.step(state, [ONE, TWO])
    assert trees.tried == [ONE.texts["a.py"]]
    later = replace(TWO, texts={"a.py": ONE.texts["a.py"].replace("lib.two()", "lib.second()")})
    (end,) = trials.step(after, [later])
    assert [one.symbol for one in end.steps] == ["lib.one", "lib.two"]
    assert end.confidence == confidence_after(state, [ONE, TWO]) == 0.7 * 0.97


def test_the_steps_that_followed_one_fix_follow_its_rival_at_once() -> None:
    trials, trees = trials_of(lambda text: {**named(text), "one": "first" in text or "other" in text})
    state = LibraryRepairState(failures=tuple(failures()))
    (first,) = trials.step(state, [ONE, fix("one", "lib.other()", 0.65)])
    later = replace(TWO, texts={"a.py": ONE.texts["a.py"].replace("lib.two()", "lib.second()")})
    (end,) = trials.step(first, [later])
    (after,) = trials.after_rivals(end)
    assert trees.tried[-2:] == ["lib.other()\nlib.two()\nlib.six()\n", "lib.other()\nlib.second()\nlib.six()\n"]
    assert after.passed == end.passed == {TESTS["one"], TESTS["two"]}
    assert [one.note for one in after.steps] == ["one -> lib.other()", TWO.note]


@pytest.mark.parametrize(("seconds", "tests"), [(9.0, 1), (0.0, 1), (0.5, 3)])
def test_all_targets_of_a_quick_suite_run_with_each_fix(seconds, tests, monkeypatch) -> None:
    monkeypatch.setattr(library_trials, "FIRST_TARGETS", 1)
    trials, trees = trials_of(lambda text: {**named(text), "six": "first" in text, "one": False}, seconds)
    state = LibraryRepairState(failures=tuple(failures()))
    other = fix("one", "lib.first()", 0.9)
    found = trials.step(state, [other, replace(other, texts={"a.py": BEFORE.replace("one", "first")})])
    assert [len(one) for one in trees.tests[:1]] == [tests]
    assert not found, "the test that the fix is about fails as before, whatever else passes"
