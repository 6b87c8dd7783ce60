"""Repairs in projects whose tests touch files, ports, threads, the clock, other processes and the import itself."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline_tests.repair.left_behind import children, contents
from testfix_pipeline_tests.standalone.awkward_projects import PROJECTS


@pytest.mark.parametrize("name", PROJECTS)
def test_a_bug_is_repaired_and_nothing_else_changes(name: str, write: Callable[[Mapping[str, str]], Path]) -> None:
    root = write(PROJECTS[name])
    before, running = contents(root), children()
    settings = {"test_timeout_seconds": 2} if "without end" in name else {}
    report = repair_project(root, seconds=120, cores=1, settings=settings)
    # the engine finds the test's own value there, `return '/srv/app/log'`: a lead
    if name == "the environment":
        assert report.outcome == "open", report
    else:
        assert report.outcome == "fixed" or report.review, report
    assert contents(root) == before, "the project's files are as before"
    assert children() <= running, "nothing runs on"
