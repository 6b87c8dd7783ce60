"""Reads which tests failed in JUnit files that another program wrote."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.builtin.report.junit import junit_events
from testfix_pipeline.frameworks.builtin.report.numbering import Numbering
from testfix_pipeline.frameworks.model import FileError, Result

MOST_BYTES = 64 << 20
_NEXT = "Name a whole JUnit XML file, or leave --junit out: then the tests are measured here."


def failed_tests(paths: Sequence[Path]) -> list[TestId]:
    """The tests that failed, as the reports name them; where these name no file, without one.

    Raises UsageError for what is no whole report with tests.
    """
    numbering, tests, failed = Numbering(), 0, []
    for path in paths:
        for event in junit_events(_content(path), "", numbering):
            if isinstance(event, FileError):
                raise UsageError(f"{path}: {event.error.message}", _NEXT)
            if isinstance(event, Result):
                tests += 1
                failed += [TestId(event.id.removeprefix("::"))] if event.status in ("failed", "error") else []
    if not tests:
        raise UsageError(f"{', '.join(map(str, paths))}: there are no tests in the report.", _NEXT)
    return failed


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}.", _NEXT) from error
    if len(content) > MOST_BYTES:
        raise UsageError(f"{path} has more than {MOST_BYTES >> 20} MiB.", _NEXT)
    return content
