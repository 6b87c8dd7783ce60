"""Decides how a cycle continues after a measurement, and whether an attempt is accepted."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.cycle_rules.budget import DEFAULT_ITERATIONS, MOST_ITERATIONS
from testfix_pipeline.core.cycle_rules.budget import Budget as Budget
from testfix_pipeline.core.cycle_rules.budget import Usage as Usage
from testfix_pipeline.core.cycle_rules.budget import affordable as affordable
from testfix_pipeline.core.cycle_rules.results import format_rate, is_collection_id, made_visible
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.records import AttemptOutcome, Outcome, SuiteResults
from testfix_pipeline.core.session_parts import DecisionKind, EndedBy
from testfix_pipeline.core.test_ids import TestId

_PARTIAL = 95

_FAILING = ("failed", "error")


@dataclass(frozen=True)
class Decision:
    """What the cycle does next, and why, in a sentence. `ended_by`: what ends it short of success."""

    kind: DecisionKind
    reason: str
    ended_by: EndedBy = ""


def decide(
    results: SuiteResults,
    *,
    iterations_done: int,
    max_iterations: int,
    budget_spent: str = "",
    nothing_left: bool = False,
) -> Decision:
    """Return the next step of the cycle after a measurement, by the first rule below that applies.

    `results` count as a full run by their mode. `budget_spent` is the phrase of `Budget.spent`, or says why the next
    iteration can't be funded. `nothing_left`: the same proposals came a second time with nothing new to try.
    """
    at_end = _finished(results)
    if at_end:
        return at_end
    if budget_spent:
        return Decision("paused", f"The budget is spent: {budget_spent}.", "budget")
    if nothing_left:
        return Decision("failure", "The same proposals came a second time, with nothing new to try.", "nothing_left")
    if iterations_done < max_iterations:
        return Decision(
            "next_iteration", f"{_rate(results)}; iteration {iterations_done + 1} of {max_iterations} follows."
        )
    return Decision("failure", f"{_rate(results)} after {iterations_done} of {max_iterations} iterations.", "limit")


def _finished(results: SuiteResults) -> Decision | None:
    """Return the decision of the rules that depend only on the failures."""
    failing = results.failed + results.errors
    full = results.mode == "full_suite"
    if full and failing == 0:
        added = max(0, len(results.passed_tests) - results.passed)  # they do not count, and are on the branch
        passed = results.passed + added
        said = f"All {passed} tests pass" if passed > 1 else "The only test passes"
        ours = f", {added} of them added by this session" if added else ""
        believed = ", as their command reports" if results.grade == "reported" else ""
        return Decision("success", f"{said} on a full run{ours}{believed}.")
    explained = len(results.failures) >= failing
    if full and explained and _at_least_95(results) and all(one.criticality == "low" for one in results.failures):
        return Decision("partial", f"{_rate(results)}, and what fails is of low criticality.")
    if failing and explained and not any(one.is_repairable for one in results.failures):
        if all(one.order for one in results.failures):
            tests = first_names([one.test for one in results.failures], 3)
            return Decision(
                "stop_not_code", f"Only failures that depend on the order of the tests remain: {tests}.", "order"
            )
        said = "Only failures of the environment or of the tests themselves remain."
        return Decision("stop_not_code", said, "not_code")
    return None


def _at_least_95(results: SuiteResults) -> bool:
    return 100 * results.passed >= _PARTIAL * (results.passed + results.failed + results.errors)


def _rate(results: SuiteResults) -> str:
    return f"{format_rate(results.pass_rate)} % pass"


@dataclass(frozen=True)
class AttemptVerdict:
    """Whether an attempt may land. `gain` counts tests and fixed collection errors; both are in `newly_passing`."""

    accepted: bool
    newly_passing: tuple[TestId, ...]
    newly_failing: tuple[TestId, ...]
    gain: int
    reason: str

    @property
    def outcome(self) -> AttemptOutcome:
        """The attempt's outcome in the history: landed, lead (gains but breaks something), or no_gain."""
        if self.accepted:
            return "landed"
        return "lead" if self.gain else "no_gain"


def accept_attempt(
    before: Mapping[TestId, Outcome], after: Mapping[TestId, Outcome], flaky: Collection[TestId] = frozenset()
) -> AttemptVerdict:
    """Judge an attempt by two full runs, on the test ids known before it.

    It must gain, and no test that passed before may now fail, error, be skipped or be missing. A fixed collection error
    is a gain, whatever the revealed tests do. Tests proved `flaky` are neither gain nor loss.
    """
    judged = [test for test in sorted(before) if test not in flaky]
    better = tuple(test for test in judged if before[test].status in _FAILING and _is_fixed(test, after))
    worse = tuple(test for test in judged if before[test].status == "passed" and not _passes(test, after))
    return AttemptVerdict(bool(better) and not worse, better, worse, len(better), _reason(better, worse))


def _passes(test: TestId, after: Mapping[TestId, Outcome]) -> bool:
    return test in after and after[test].status == "passed"


def _is_fixed(test: TestId, after: Mapping[TestId, Outcome]) -> bool:
    reveals = is_collection_id(test) and test not in after and bool(made_visible(test, after))
    return reveals or _passes(test, after)


def _reason(better: tuple[TestId, ...], worse: tuple[TestId, ...]) -> str:
    if worse:
        return f"{len(worse)} passed before and no longer do: {_named(worse)}; {len(better)} newly pass."
    if not better:
        return "No test newly passes."
    return f"{len(better)} newly pass and none was lost: {_named(better)}."


def _named(tests: tuple[TestId, ...], most: int = 3) -> str:
    return ", ".join(tests[:most]) + (", ..." if len(tests) > most else "")


def limit(launch: int, planned: int | str | None = None) -> int:
    """Return the iteration limit: the launch's (0 for none), else the one of the task (`planned`), else 10.

    InvalidConfig if the one that applies is not a whole number from 1 to 100.
    """
    wanted = launch or planned or DEFAULT_ITERATIONS
    try:
        number = int(str(wanted))
    except ValueError:
        number = -1
    if 1 <= number <= MOST_ITERATIONS:
        return number
    raise InvalidConfig(
        f"max_iterations must be a whole number from 0 to {MOST_ITERATIONS}, not {wanted!r}.",
        "Correct it and start again.",
    )


def degraded_ends(iteration: int, *, rate_flat: bool, gained: bool) -> bool:
    """Whether an iteration without an answer of the wanted tools ends the cycle as blocked.

    Iteration 1 counts as rising; what the built-in engine gained always keeps the cycle going.
    """
    return not gained and (iteration >= 3 or (rate_flat and iteration > 1))
