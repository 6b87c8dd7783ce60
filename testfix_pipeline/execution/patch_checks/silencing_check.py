"""Runs the tests on variants of a patch that only silences an error, to see whether they check the outcome."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from testfix_pipeline.core.cycle_rules.results import is_collection_id, made_visible
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.patch_policy.silencing import Silencing, silencings
from testfix_pipeline.core.records import Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId

Contents = tuple[str | bytes | None, str | bytes | None]
RunVariant = Callable[[str, str, Collection[TestId]], SuiteRun]
"""Runs tests with another text of one patched file: path, text, ids of the tests."""


@dataclass(frozen=True)
class GainedTests:
    """The tests that newly pass with a patch. `before`: how they, or the files that could not be collected, failed."""

    newly_passing: Collection[TestId]
    before: Mapping[TestId, Outcome]
    after: Mapping[TestId, Outcome]

    @property
    def tests(self) -> list[TestId]:
        """The tests to run; for a file that could not be collected, its passing tests."""
        found = [test for test in self.newly_passing if not is_collection_id(test)]
        shown = [test for one in self.newly_passing if is_collection_id(one) for test in made_visible(one, self.after)]
        return sorted({*found, *(test for test in shown if self.after[test].status == "passed")})

    @property
    def is_asserted(self) -> bool:
        """Whether a test failed by its own assertion or use of a value, and passes now."""
        known = (self.before[test] for test in self.newly_passing if test in self.before)
        return any(map(fails_in_test_code, known))


def fails_in_test_code(outcome: Outcome) -> bool:
    """Whether a test failed by what it asserts or does with a value, not inside the code under test."""
    if outcome.status not in ("failed", "error") or outcome.never_ended or is_collection_id(outcome.id):
        return False
    if outcome.error_type == "DocTestFailure":
        return True
    return bool(outcome.frames) and is_test_side(outcome.frames[-1].file)


def unchecked_silencings(changes: Mapping[str, Contents], gain: GainedTests, run: RunVariant) -> list[str]:
    """Sentences on what a patch silences without a gained test that asserts the outcome; [] for none.

    changes: path -> texts before and after, of all files of the patch. A place whose variant can't be run says nothing.
    """
    if gain.is_asserted:
        return []
    found = {path: silencings(*texts) if path.endswith(".py") else None for path, texts in changes.items()}
    if any(one is None for one in found.values()) or not gain.tests:
        return []
    places = [(path, one) for path, known in found.items() for one in known or ()]
    if any(_removes_unknown_parameter(one, gain) for _path, one in places):
        return []
    return list(_unchecked(places, gain, run))


def _unchecked(places: list[tuple[str, Silencing]], gain: GainedTests, run: RunVariant) -> Iterator[str]:
    for path, place in places:
        if not place.variant:
            yield f"{path}:{place.line}: {place.said} Nothing that a test could assert depends on it."
        elif _is_unnoticed(run(path, place.variant, gain.tests), gain.tests):
            yield f"{path}:{place.line}: {place.said} The tests pass as well if another result comes of it."


def _is_unnoticed(ran: SuiteRun, tests: Collection[TestId]) -> bool:
    """Whether all tests pass on a variant; false if it could not be run or collected."""
    if ran.fault is not None or not set(tests) <= ran.outcomes.keys():
        return False
    return not any(fails_in_test_code(ran.outcomes[test]) for test in tests)


def _removes_unknown_parameter(place: Silencing, gain: GainedTests) -> bool:
    """Whether a removed argument is one that the called function does not accept."""
    said = [f"unexpected keyword argument '{one}'" for one in place.keywords]
    return any(one in gain.before[test].message for test in gain.newly_passing for one in said)
