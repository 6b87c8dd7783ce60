"""Whole cycles on a project in Go, with the built-in engine alone."""

from collections.abc import Callable
from typing import Any

from testfix_pipeline_tests.cycle.other_projects import BANK_FILES
from testfix_pipeline_tests.frameworks.conftest import builds

Make = Callable[..., Any]


@builds("go")
def test_a_project_of_go_is_fixed_and_landed_by_the_engine(repository: Make, run_cycle: Make) -> None:
    repo = repository(files=BANK_FILES)
    found = run_cycle(repo, agents=["builtin"], max_iterations=2)
    assert (found["outcome"], found["pass_rate"], found["total"]) == ("success", 100, 3)
    assert (found["grade"], found["fixed_tests"]) == ("proved", ["bank_test.go::TestTakeAll"])
    assert "\tif cents > a.cents {\n" in repo.git("show", f"{found['branch']}:bank.go")
    assert repo.git("show", "HEAD:bank.go") == BANK_FILES["bank.go"]
