"""A repair says what no small edit can repair, after a brief search, and goes on with the rest."""

from testfix_pipeline.cli.views.repair_view import markdown
from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline_tests.cycle.iteration.test_abstaining import STUBS


def test_stubs_and_missing_features_are_one_bug_that_is_tried_briefly(write) -> None:
    broken = STUBS["shop.py"].replace("return sum(prices)", "return sum(prices) + 1")
    found = repair_project(write({**STUBS, "shop.py": broken}), seconds=60, cores=1)
    assert found.outcome == "partly"
    lacking, fixed = sorted(found.bugs, key=lambda one: one.outcome, reverse=True)
    assert (fixed.outcome, fixed.abstained, fixed.tests) == ("fixed", "", ["test_shop.py::test_total"])
    assert lacking.outcome == "open" and len(lacking.tests) == 3
    assert lacking.abstained.startswith("No small edit can repair this: 3 failing tests need 2 parts of the program")
    assert "`parse` (shop.py:1) is a stub" in lacking.abstained and "--agents auto" in lacking.next_steps[0]
    assert "No small edit can repair this" in markdown(found)
