"""Tests of other frameworks than pytest that have other ids than in an earlier run are found again."""

from __future__ import annotations

import pytest

from testfix_pipeline.core.records import Outcome, Status, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.other_ids import match_ids, with_known_ids

FILE = "a.test.js"


def ids(*titles: str) -> list[TestId]:
    return [TestId.of(FILE, title.split("/")) for title in titles]


def ran(**statuses: Status) -> SuiteRun:
    """A run of tests, by their names with `_` for a blank."""
    named = {TestId.of(FILE, [name.replace("_", " ")]): status for name, status in statuses.items()}
    return SuiteRun(
        outcomes={test: Outcome(id=test, status=status) for test, status in named.items()}, collected=list(named)
    )


@pytest.mark.parametrize(
    ("known", "found"),
    [
        (["one", "at 12:30:01", "two"], ["one", "at 12:31:07", "two"]),
        (["id 5f3a9c1e-77aa-4b2b-9d0e-0123456789ab"], ["id 00aa9c1e-77aa-4b2b-9d0e-ba9876543210"]),
        (["port 41231/opens", "port 41231/closes"], ["port 50077/opens", "port 50077/closes"]),
        (["one", "abc", "two", "def"], ["one", "qrs", "two", "tuv"]),
        (["slow 7", "fast 7"], ["fast 9", "slow 9"]),
    ],
    ids=["time", "uuid", "group", "letters", "other order"],
)
def test_a_test_is_matched_by_its_words_or_its_place(known: list[str], found: list[str]) -> None:
    names, lost, new = match_ids(ids(*known), ids(*found))
    kinds = {test.titles[-1].split()[0]: name.titles[-1].split()[0] for test, name in names.items()}
    assert not lost and not new and set(names.values()) == set(ids(*known)) - set(ids(*found))
    assert all(kind == name for kind, name in kinds.items()) or "abc" in known


def test_a_run_with_the_known_ids_is_left_as_it_is() -> None:
    run = ran(one="passed", two="failed")
    assert with_known_ids(run, list(run.outcomes)) is run


def test_outcomes_and_collected_tests_have_the_known_ids() -> None:
    known = ids("one", "at 1", "two")
    found = with_known_ids(ran(one="passed", at_2="failed", two="passed"), known)
    assert found.collected == list(found.outcomes) == known
    assert found.failing == set(ids("at 1")) == {one.id for one in found.outcomes.values() if one.status == "failed"}
    assert found.other_ids == {FILE: "by place"} and not found.joined
    assert found.notices == [f"{FILE}: 1 test has another id in each run; matched by its place."]


def test_where_the_number_differs_all_have_the_worst_outcome() -> None:
    known = ids("one", "at 1", "at 2")
    found = with_known_ids(ran(one="passed", at_3="passed", at_4="failed", at_5="passed"), known)
    assert found.collected == known and found.failing == set(ids("at 1", "at 2"))
    assert found.other_ids == {FILE: "together"} and found.joined == [ids("at 1", "at 2")]


@pytest.mark.parametrize("run", [ran(one="passed"), ran(one="passed", two="passed", more_1="failed")])
def test_what_is_only_missing_or_new_stays_so(run: SuiteRun) -> None:
    found = with_known_ids(run, ids("one", "two"))
    assert found is run
