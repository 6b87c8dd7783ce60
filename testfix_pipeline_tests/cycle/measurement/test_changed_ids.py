"""Tests whose ids differ from run to run are compared by their place; where a fix changes ids, nothing is compared."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from testfix_pipeline.core.cycle_rules.results import changed_cases
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline_tests.cycle.other_projects import CART, analysis, cart_files, writes
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, calc_files, fix

Make = Callable[..., Any]

OTHER_IDS = """\
import os
import pytest

@pytest.mark.parametrize("tag", [os.urandom(4).hex(), os.urandom(4).hex()])
def test_with(tag):
    assert tag
"""

IDS_OF_PROGRAM = """\
import pytest
from calc import shout

@pytest.mark.parametrize("tag", [shout("a")])
def test_with(tag):
    assert tag
"""


def test_cases_that_one_run_lost_and_another_has_in_their_place() -> None:
    before = [TestId(f"a.py::{name}") for name in ("t[1]", "t[2]", "t[3]", "u")] + [TestId("b.py::v[x]")]
    now = [TestId(f"a.py::{name}") for name in ("t[2]", "t[8]", "t[9]", "w")] + [TestId("b.py::z[x]")]
    assert changed_cases(before, now) == [("a.py::t[1]", "a.py::t[8]"), ("a.py::t[3]", "a.py::t[9]")]
    assert changed_cases(before, before) == changed_cases(before, []) == changed_cases([], before) == []


def test_a_fix_lands_although_ids_differ_from_run_to_run_which_the_result_says(measured: Callable[..., Any]) -> None:
    files = {**calc_files("shout"), "test_tags.py": OTHER_IDS}
    session = measured(files, analyses(1), {"*": fix(GOOD)})
    record = session.iteration(1)
    assert record is not None and record.result == "landed"
    said = "test_tags.py::test_with: 2 tests have another id in each run; matched by their place."
    assert session.store.notices() == [said]


def test_ids_that_differ_by_the_fix_alone_are_not_compared_and_its_record_says_why(measured) -> None:
    files = {**calc_files("shout"), "test_tags.py": IDS_OF_PROGRAM}
    session = measured(files, analyses(1), {"*": fix(GOOD)})
    record = session.iteration(1)
    assert record is not None and record.result == "no_gain"
    (attempt,) = session.attempts.values()
    assert "A test has other ids than before (test_tags.py::test_with[" in attempt.reason
    assert session.subjects() == []


def test_a_title_that_the_program_makes_changes_by_the_fix_alone(node, repository, scripted, run_cycle) -> None:
    shown = "test(`costs ${total([item(2, 3)])}`, () => assert.ok(total([item(1, 1)]) <= 1));\n"
    files = cart_files("loop")
    repo = repository(files=files | {"test/cart.test.js": files["test/cart.test.js"] + shown})
    agent = scripted({"1": analysis("cart.js:total:6", "cause")}, {"*": writes(**{"cart.js": CART})})
    found = run_cycle(repo, agents=[agent], max_iterations=1)
    assert found["outcome"] == "blocked" and found["diff"] == ""
    report = Path(found["folder"], ".summaries", "iteration-summaries", "iteration-1.md").read_text()
    assert "A test has other ids than before (test/cart.test.js::costs 0 is now test/cart.test.js::costs 6)" in report
