"""The verdict on a candidate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from testfix_pipeline.core.cycle_rules.results import is_collection_id, made_visible
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.outcome import CandidateOutcome

Finding = Literal["same", "moved", "kills", "plausible", "partial", "invalid", "slow"]


@dataclass(frozen=True)
class Verdict:
    """The verdict on a candidate.

    same: nothing changed for the observed failing tests; moved: they fail differently; kills: it fixes failing tests
    but breaks `breaks`; partial and plausible: it fixes some or all of the target tests and the whole suite passes;
    invalid: it cannot be run; slow: it took too long for a first run. whole_suite: False if there was only time for the
    tests that run the edited lines.
    """

    finding: Finding
    fixes: frozenset[TestId] = frozenset()
    breaks: frozenset[TestId] = frozenset()
    outcomes: Mapping[TestId, CandidateOutcome] = field(default_factory=dict)
    whole_suite: bool = True


@dataclass(frozen=True)
class PlausiblePatch:
    """A patch with which the whole suite passes. confirmed: also on the edited files in a clean process.

    clean_run: that run, if it is known.
    """

    candidate: Candidate
    verdict: Verdict
    confirmed: bool = False
    clean_run: SuiteRun | None = None


def outcomes_of_files(
    tests: Iterable[TestId], outcomes: Mapping[TestId, CandidateOutcome]
) -> dict[TestId, CandidateOutcome]:
    """For the files among `tests` that could not be collected before, the outcomes of their tests now.

    Such a file passes if some of its tests pass and none fails.
    """
    found = {}
    for file in tests:
        visible = made_visible(file, outcomes) if is_collection_id(file) and file not in outcomes else []
        if visible:
            bad = next((outcomes[test] for test in visible if outcomes[test].status in ("failed", "error")), None)
            passed = any(outcomes[test].passed for test in visible)
            seconds = sum(outcomes[test].seconds for test in visible)
            worst = bad or CandidateOutcome(file, "passed" if passed else "skipped")
            found[file] = replace(worst, test=file, seconds=seconds)
    return found
