"""Repairs in projects whose tests touch files, ports, threads, the clock, other processes and the import itself."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline_tests.project_files import stored
from testfix_pipeline_tests.repair.left_behind import children, contents

PROJECTS = stored(__file__, "awkward_projects.toml")
FOR_REVIEW = {
    "files in place",  # the right mode is no edit of the engine's, and what passes is wrong
    "commands",
    "state of the module",
    "hundreds of cases",
    "coroutines",
    "decorators that run at import",
    "code that deletes its own folder",
    "questions to the terminal",
}
"""Projects whose edit is of a kind that is wrong too often to be sure of it, whatever the tests ask."""


@pytest.mark.parametrize("name", PROJECTS)
def test_a_bug_is_repaired_and_nothing_else_changes(name: str, write: Callable[[Mapping[str, str]], Path]) -> None:
    root = write(PROJECTS[name])
    before, running = contents(root), children()
    settings = {"test_timeout_seconds": 2} if "without end" in name else {}
    report = repair_project(root, seconds=120, cores=1, settings=settings)
    if name == "the environment":
        assert report.outcome == "open", "the engine finds the test's own value, `return '/srv/app/log'`: a lead"
    elif name in FOR_REVIEW:
        assert report.is_repaired, report
    else:
        assert (report.outcome, report.review) == ("fixed", False), report
    assert contents(root) == before, "the project's files are as before"
    assert children() <= running, "nothing runs on"
