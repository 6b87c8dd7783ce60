"""How the tests of a tree are run."""

from __future__ import annotations

import sys
from pathlib import Path

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import find_suites

SUITE_SECONDS = 120.0


def project_of(tree: Path) -> TargetProject:
    """The project in a tree."""
    suites = find_suites(tree).suites
    return TargetProject(Path(sys.executable), "benchmark", suites=suites)


def run_tests(tree: Path) -> SuiteRun:
    """A run of all tests of a tree."""
    return run_suite(project_of(tree), tree, timeout=SUITE_SECONDS)
