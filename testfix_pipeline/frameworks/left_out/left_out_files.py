"""Compares the test files of a project with those that its measurement collected."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.session_parts import LeftOutFile
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import ProjectSuite
from testfix_pipeline.frameworks.framework_suite import FrameworkSuite
from testfix_pipeline.frameworks.left_out.go_tests import uncollected_go
from testfix_pipeline.frameworks.left_out.javascript_tests import uncollected_javascript
from testfix_pipeline.frameworks.left_out.project_commands import project_commands
from testfix_pipeline.frameworks.left_out.python_tests import uncollected_python
from testfix_pipeline.frameworks.left_out.rust_tests import uncollected_rust

_NAMED = 3


def left_out_files(root: Path, suites: Sequence[ProjectSuite], run: SuiteRun) -> list[LeftOutFile]:
    """Return the test files below `root` that another runner would collect and a run of all `suites` did not.

    Empty where the user said how the tests run: nothing else was asked for.
    """
    if any(isinstance(suite, FrameworkSuite) and suite.is_configured for suite in suites):
        return []
    collected = {TestId(test).file for test in [*run.collected, *run.outcomes]}
    found = chain(
        uncollected_python(root, project_commands(root)),
        uncollected_javascript(root),
        uncollected_go(root),
        uncollected_rust(root),
    )
    left = {one.file: one for one in found if one.beside or one.file not in collected}
    return [one for file, one in sorted(left.items()) if not (one.beside and _has_doctests(file, run))]


def left_out_sentence(left: Sequence[LeftOutFile]) -> str:
    """Return a sentence that names files with tests that were not measured; "" for none."""
    if not left:
        return ""
    names = first_names([f"{one.file} ({one.why})" for one in left], _NAMED)
    return f"Not measured: {counted(len(left), 'file')} with tests: {names}."


def _has_doctests(file: str, run: SuiteRun) -> bool:
    """Whether the run collected doctests of a file, which pytest names by the module or by the file."""
    module = file.rpartition("/")[2].partition(".")[0]
    names = [TestId(test).titles[-1] for test in run.collected if TestId(test).file == file and TestId(test).titles]
    return any(name == file.rpartition("/")[2] or module in name.split(".") for name in names)
