"""How each failure of another program's report ends here: fixed, passing, failing, or not among the measured tests."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from testfix_pipeline.core.cycle_rules.named_tests import named_among
from testfix_pipeline.core.test_ids import TestId

End = Literal["fixed", "passes here", "fails here and is not fixed", "not among the tests measured here"]
FIXED: End = "fixed"
PASSES: End = "passes here"
FAILS: End = "fails here and is not fixed"
UNKNOWN: End = "not among the tests measured here"
ENDS = (FIXED, PASSES, FAILS, UNKNOWN)
_NAMED = 3


@dataclass(frozen=True)
class ReportedTests:
    """The tests of another program's reports, as these name them. failed: those that failed; ran: those that ran."""

    failed: Sequence[TestId] = ()
    ran: Sequence[TestId] = ()


@dataclass(frozen=True)
class MeasuredHere:
    """The ids of the tests measured here. fixed: by a verified fix; reasons: why those of `failing` fail, by id."""

    tests: Collection[str] = ()
    failing: Collection[str] = ()
    fixed: Collection[str] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)


def ends_of(reported: Iterable[TestId], here: MeasuredHere) -> dict[str, End]:
    """Return how each failure ends; one that names several tests fails as long as one of them does."""
    return {str(name): _end(named_among([name], {*here.tests, *here.failing, *here.fixed}), here) for name in reported}


def _end(meant: set[str], here: MeasuredHere) -> End:
    if not meant:
        return UNKNOWN
    if not meant.isdisjoint(here.failing):
        return FAILS
    return PASSES if meant.isdisjoint(here.fixed) else FIXED


def left(ends: Mapping[str, End]) -> list[str]:
    """Return the failures that are not known to be gone."""
    return [name for name, end in ends.items() if end in (FAILS, UNKNOWN)]


def summary(ends: Mapping[str, End]) -> str:
    """Return a sentence on all failures of a report, by how they end."""
    groups = {end: [name for name, one in ends.items() if one == end] for end in ENDS}
    parts = [f"{_listed(names)}: {end}" for end, names in groups.items() if names]
    hint = " (another suite, job, package or path)" if groups[UNKNOWN] else ""
    return f"Of the report: {'; '.join(parts)}{hint}."


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(names[:_NAMED])}{more}"


def other_interpreters(reported: ReportedTests, here: MeasuredHere) -> list[str]:
    """Return a sentence on each file that can't be collected here while the report has its tests run."""
    return [
        f"{file} can't be imported here, and its tests ran for the report: another interpreter than CI's. "
        f'{here.reasons.get(file, "")} In CI, give its own: `--python "$(command -v python)"`.'
        for file in here.failing
        if TestId(file).is_file and named_among([one for one in reported.ran if not one.is_file], [file])
    ]
