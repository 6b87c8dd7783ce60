"""Reads which tests ran and failed in JUnit files that another program wrote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from testfix_pipeline.core.cycle_rules.reported_failures import ReportedTests
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.builtin.report.junit import junit_events
from testfix_pipeline.frameworks.builtin.report.numbering import Numbering
from testfix_pipeline.frameworks.model import FileError, Result

MOST_BYTES = 64 << 20
_NEXT = "Name a whole JUnit XML file, or leave --junit out: then the tests are measured here."


def reported_tests(paths: Sequence[Path]) -> ReportedTests:
    """The tests of some reports, as these name them; where these name no file, without one.

    A test that several reports (of jobs, of shards, of attempts) have failed, failed. Raises UsageError for what is no
    whole report with tests.
    """
    results = [result for path in paths for result in _results(path)]
    if not results:
        raise UsageError(f"{', '.join(map(str, paths))}: there are no tests in the report.", _NEXT)
    failed = [_name(one) for one in results if one.status in ("failed", "error")]
    ran = [_name(one) for one in results if one.status in ("passed", "failed")]
    return ReportedTests(list(dict.fromkeys(failed)), list(dict.fromkeys(ran)))


def _results(path: Path) -> Iterator[Result]:
    for event in junit_events(_content(path), "", Numbering()):
        if isinstance(event, FileError):
            raise UsageError(f"{path}: {event.error.message}", _NEXT)
        if isinstance(event, Result):
            yield event


def _name(result: Result) -> TestId:
    """The test's name without its number: attempts of one test have one name."""
    return TestId(TestId.of(result.id.file, result.id.titles).removeprefix("::"))


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}.", _NEXT) from error
    if len(content) > MOST_BYTES:
        raise UsageError(f"{path} has more than {MOST_BYTES >> 20} MiB.", _NEXT)
    return content
