"""Which failures of a measurement are to be repaired: those that somebody asks for, and none that no code causes."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.records import Failure
from testfix_pipeline.standalone.bench import MeasuredSuite
from testfix_pipeline.standalone.present_environment import belongs
from testfix_pipeline.standalone.report import LeftAlone


def left_alone(failures: Sequence[Failure]) -> list[LeftAlone]:
    """Return the failures that are not repaired, with the reasons."""
    found = [one for one in failures if one.flaky or not one.is_repairable]
    passes = "It passes when it is run again."
    return [LeftAlone(test=one.test, reason=passes if one.flaky else one.evidence) for one in found]


def check_wanted(tests: Sequence[str] | None, first: MeasuredSuite) -> Sequence[str] | None:
    """Return the wanted ids. Raises UsageError for one that no test has."""
    for one in tests or ():
        if not any(belongs(test, [one]) for test in first.run.outcomes):
            near = difflib.get_close_matches(one, list(first.run.outcomes), n=3, cutoff=0.4)
            raise UsageError(
                f"There is no test {one!r}.",
                f"Near are: {', '.join(near)}." if near else "Give the id as pytest prints it: file.py::test_name.",
            )
    return tests
