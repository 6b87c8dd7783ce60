"""Runs the tests on variants of a patch that only silences an error: do they check the outcome?"""

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
class Gain:
    """The tests that newly pass with a patch. `before`: how they and the files that could not be collected failed."""

    newly_passing: Collection[TestId]
    before: Mapping[TestId, Outcome]
    after: Mapping[TestId, Outcome]

    @property
    def tests(self) -> list[TestId]:
        """Those that can be run; of a file that could not be collected, the tests in it that pass."""
        found = [test for test in self.newly_passing if not is_collection_id(test)]
        shown = [test for one in self.newly_passing if is_collection_id(one) for test in made_visible(one, self.after)]
        return sorted({*found, *(test for test in shown if self.after[test].status == "passed")})

    @property
    def is_asserted(self) -> bool:
        """Whether a test failed in itself and passes now: it looks at a value, and the patch changed that."""
        known = (self.before[test] for test in self.newly_passing if test in self.before)
        return any(map(fails_in_itself, known))


def fails_in_itself(outcome: Outcome) -> bool:
    """Whether a test failed by what it asserts or does with a value, and not inside of the code under test."""
    if outcome.status not in ("failed", "error") or outcome.never_ended or is_collection_id(outcome.id):
        return False
    if outcome.error_type == "DocTestFailure":
        return True
    return bool(outcome.frames) and is_test_side(outcome.frames[-1].file)


def undistinguished(changes: Mapping[str, Contents], gain: Gain, run: RunVariant) -> list[str]:
    """What a patch silences and no test of its gain asserts the outcome of, as sentences; [] where that is nothing.

    changes: path -> texts before and after, of all files of the patch. A place whose variant can't be run says nothing.
    """
    if gain.is_asserted:
        return []
    found = {path: silencings(*texts) if path.endswith(".py") else None for path, texts in changes.items()}
    if any(one is None for one in found.values()) or not gain.tests:
        return []
    places = [(path, one) for path, known in found.items() for one in known or ()]
    if any(_is_no_parameter(one, gain) for _path, one in places):
        return []
    return list(_objections(places, gain, run))


def _objections(places: list[tuple[str, Silencing]], gain: Gain, run: RunVariant) -> Iterator[str]:
    for path, place in places:
        if not place.variant:
            yield f"{path}:{place.line}: {place.said} Nothing that a test could assert depends on it."
        elif _passes_unseen(run(path, place.variant, gain.tests), gain.tests):
            yield f"{path}:{place.line}: {place.said} The tests pass as well if another result comes of it."


def _passes_unseen(ran: SuiteRun, tests: Collection[TestId]) -> bool:
    """Whether no test noticed a variant. Where it could not be run, or its file not be collected, nothing is known."""
    if ran.fault is not None or not set(tests) <= ran.outcomes.keys():
        return False
    return not any(fails_in_itself(ran.outcomes[test]) for test in tests)


def _is_no_parameter(place: Silencing, gain: Gain) -> bool:
    """Whether the argument that was left away is one that what is called does not take: then that is no field."""
    said = f"unexpected keyword argument '{place.keyword}'"
    return bool(place.keyword) and any(said in gain.before[test].message for test in gain.newly_passing)
