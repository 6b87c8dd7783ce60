"""What a validator's warm process shows of the running program beside verdicts: profiles, probes, calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.profile import Profile
from testfix_pipeline.repair.validation.processes import changes_of
from testfix_pipeline.repair.validation.validator import Validator
from testfix_pipeline.repair.validation.warm_server_client import Answer

# Seconds for a test that is traced; for one that hangs so many beyond so many times what the others take.
TRACE_SECONDS = 3.0
HUNG_TRACE_SECONDS, TRACED_SLOWER = 0.25, 50.0


def profile_records(validator: Validator, tests: Sequence[TestId], seconds: float = TRACE_SECONDS) -> dict[TestId, Any]:
    """What these tests do without a candidate, as `warm_trace.py` records it; none where they can't be run warm."""
    found: dict[TestId, Any] = {}
    baseline = validator.baseline
    for test in tests if validator.warm else ():
        hangs = test in baseline.hung
        enough = HUNG_TRACE_SECONDS + TRACED_SLOWER * baseline.expected(test) if hangs else seconds
        request = {**validator.request([test]), "trace": True, "seconds": min(seconds, enough)}
        found.update(validator.processes.ask_warm(request).profiles)
    return found


def profiles(validator: Validator, tests: Sequence[TestId], seconds: float = TRACE_SECONDS) -> dict[TestId, Profile]:
    """The same by test, each as a profile."""
    records = profile_records(validator, tests, seconds)
    return {test: Profile.from_record(record) for test, record in records.items()}


def probed(
    validator: Validator, instrumented: Candidate, tests: Sequence[TestId], order: Mapping[str, Any]
) -> Answer | None:
    """Runs tests under an instrumented candidate (`in_target/warm_probe.py`); None where it can't be swapped in.

    Raises ServerLost.
    """
    if not validator.swappable(instrumented):
        return None
    changes = changes_of(instrumented, validator.root)
    answer = validator.processes.ask_warm(validator.request(tests, install=changes, probe=order))
    return None if answer.end in ("not live", "syntax", "lost") else answer


def watched_calls(
    validator: Validator,
    candidates: Sequence[Candidate],
    failing: Sequence[TestId],
    passing: Sequence[TestId],
    inputs: int,
    seconds: float,
) -> Answer:
    """What the edited functions do, and those that tests call: as they are (twice), and under each candidate.

    The calls are those that these tests make, and similar ones (see `warm_calls.record_and_compare`). inputs: how many.
    """
    changes = [list(changes_of(one, validator.root)) for one in candidates]
    places = sorted({(c["file"], c["path"][-1], c["first"]) for one in changes for c in one})
    asked = {"variants": [[], [], *changes], "watch": places, "failing": failing, "inputs": inputs, "seconds": seconds}
    return validator.processes.ask_warm({**validator.request([*failing, *passing]), **asked})
