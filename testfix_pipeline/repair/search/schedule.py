"""The search schedule: what is tried when, which part of the time that may take, and when it ends.

| stage | begins | ends |
|---|---|---|
| undo of recent changes | a change is known | its share of the time is over; the whole undo only without a patch |
| single edits, best first, with the experiments of synthesis in between and partial patches joined | always | the stop
  condition holds, or there are no more |
| continuation of a partial patch | a part is fixed, and after `CONTINUATION_AFTER` or at the end of the single edits no
  patch that may land fixes all | a complete patch, or its share of the time is over |
| single edits once more, run or aimed otherwise (`FURTHER_PASSES`) | nothing was found | as above |

The stop condition (`stop_condition.py`): an untried candidate is hardly likely to be better than the best patch. The
budget and the user end every stage.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from testfix_pipeline.repair.search.findings import Findings
from testfix_pipeline.repair.search.space import Space
from testfix_pipeline.repair.validation.validator import Validator

# Shares of the time: of the whole budget, or of what is left of it where this is said.
UNDO_SHARE = 0.3  # of what is left: a bisection of 100 changes takes 7 runs of a failing test
SLOW_SHARE = 0.1  # for candidates too slow for a first look, while others wait: few of them are right
SLOW_SECONDS = 0.6  # that one of these is expected to take, until one took longer: most never end; see `_PATIENT`
CONTINUATION_AFTER = 0.25  # single edits find nine in ten of the repairs that they find at all before that
CONTINUATION_SHARE = 0.45  # of what is left, for each partial patch: two get most of it
JOINT_SHARE = 0.4  # for one patch of all failing tests with a common line; the rest is for those that were asked for
PROFILES_SHARE = 0.1  # for tracing failing tests where coverage does not tell what they run
COMPILING_SHARE = 0.3  # of what is left, for proposals that make files compile; the rest runs them
LIBRARIES_ONLY_SHARE = 0.8  # of the time of a request that asks for nothing else; the rest is for all its tests
LIBRARY_SHARE = 0.7  # of what is left, where a failure points at a library: the search knows nothing of libraries
AFTER_COMPILING_SHARE, AFTER_COMPILING_SECONDS = 0.15, 3.0  # for rivals of such a patch, whichever is less
OBSERVATION_SECONDS = 4.0  # beyond the end of the search: how patches behave on other inputs decides between them
OBSERVATION_SHARE = 0.2  # of the budget, at most, that the search leaves for that
DOUBTFUL = 0.35
"""The confidence below which a patch is hardly better than none: a partial one is continued nevertheless."""


class SearchPass(NamedTuple):
    """Another pass over the single edits if the passes before found nothing.

    begins: its condition. prepare: changes how a validator runs candidates from then on. first_tests: the failing tests
    that are run first, by index.
    """

    name: str
    begins: Callable[[Space, Findings, Sequence[Validator]], bool]
    prepare: Callable[[Validator], None] = lambda validator: None
    first_tests: Callable[[Validator], Sequence[int]] = lambda first: [0]


def _run_alone(validator: Validator) -> None:
    validator.shared.batching = False


def _other_tests(first: Validator) -> Sequence[int]:
    return [one for one in range(1, len(first.failing)) if first.failing[one] not in first.first_look(0)]


FURTHER_PASSES = (
    SearchPass(
        "what was passed over beside refuted patches", lambda space, findings, validators: bool(findings.refuted)
    ),
    SearchPass(
        "each candidate in a process of its own: files remember results between calls",
        lambda space, findings, validators: space.keeps_state(),
        prepare=_run_alone,
    ),
    SearchPass(
        "after the tests before, which failing tests may depend on",
        lambda space, findings, validators: all(one.may_depend_on_order for one in validators),
        prepare=Validator.respect_order,
    ),
    SearchPass(
        "another failing test first",
        lambda space, findings, validators: len(validators[0].failing) > 1,
        first_tests=_other_tests,
    ),
)
