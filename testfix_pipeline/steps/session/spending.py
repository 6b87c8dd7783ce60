"""The budget that a session has spent. Wall time counts only while a run works on the session."""

from __future__ import annotations

from testfix_pipeline.core.agent_protocol.call_journal import JOURNAL, JournalLine, read_lines
from testfix_pipeline.core.agent_protocol.call_ledger import calls, usage_of
from testfix_pipeline.core.counted_nouns import counted, rough_duration
from testfix_pipeline.core.cycle_rules.budget import DEFAULT_SECONDS, Budget, Usage, lacking
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.records import SuiteResults
from testfix_pipeline.core.session_parts import ClockReading
from testfix_pipeline.execution.hanging_tests import was_ended_by_limit
from testfix_pipeline.steps.session import session_clock
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.sessions.store import SessionStore

# The run that judges an attempt, and the run that confirms the landed fix.
RUNS_OF_AN_ITERATION = 2
# Seconds of the first search for a target, fewer if several targets share an iteration; each further search for the
# same target on the same tree takes twice as long.
_FIRST_SEARCH = 60.0
_FIRST_SEARCH_EACH = 30.0
DEEPEST = 3


def touch_clock(wb: Workbench) -> IterationState:
    """Add the time since the last step to the clock; return the state, which shows it to readers."""
    now = session_clock.touch(wb.store)
    state = wb.state().model_copy(update={"clock": ClockReading(spent=now.spent, at=now.at)})
    wb.store.save_state(state)
    return state


def usage(wb: Workbench, state: IterationState) -> Usage:
    """Return what the session has used: wall time by its clock, the rest by the journal of its calls."""
    return used_by(wb.store, state)


def used_by(store: SessionStore, state: IterationState | None) -> Usage:
    """Return what a session has used, by its files alone."""
    known = session_clock.read(store) or session_clock.older(state)
    return usage_of(read_lines(store.path(JOURNAL))) + Usage(seconds=known.spent if known else 0.0)


def usage_of_iteration(wb: Workbench, number: int) -> Usage:
    """Return what the calls of one iteration used."""
    return usage_of(_lines(wb), number)


def _lines(wb: Workbench) -> list[JournalLine]:
    return read_lines(wb.store.path(JOURNAL))


def budget(wb: Workbench) -> Budget:
    """Return the limits of a session's settings."""
    config = wb.config
    return Budget(config.budget_seconds, config.budget_calls, config.budget_tokens, config.budget_money)


def spent_reason(wb: Workbench, state: IterationState) -> str:
    """Return the limit that is reached, or the cost that can't be paid, as a phrase; "" if there is enough left."""
    limits, so_far = budget(wb), usage(wb, state)
    suite = suite_seconds(wb.results())
    spent = limits.spent(so_far)
    if spent or limits.seconds - so_far.seconds < RUNS_OF_AN_ITERATION * suite:
        left = f"{max(0.0, limits.seconds - so_far.seconds):.0f} of {limits.seconds:.0f} seconds are left"
        least = f"an iteration runs the suite at least {RUNS_OF_AN_ITERATION} times at {suite:.0f} seconds"
        return spent or f"{left}, and {least}"
    return lacking(limits, so_far, least_of_an_iteration(_lines(wb)))


def budget_seconds(store: SessionStore) -> float:
    """Return the limit of the session's wall time, in seconds."""
    return float(store.session().config.get("budget_seconds", DEFAULT_SECONDS))


def next_iteration(store: SessionStore, state: IterationState, results: SuiteResults) -> str:
    """Return what the next iteration does as a phrase, with its longest time: search, tracing, runs that judge."""
    tries = len(state.iterations)
    suite = suite_seconds(results)
    seconds = search_seconds(tries, float("inf"), 1) + (1 + RUNS_OF_AN_ITERATION) * suite
    left = budget_seconds(store) - used_by(store, state).seconds
    failing = counted(len(results.failures), "failing test")
    return (
        f"next, iteration {tries + 1}: look for a patch for {failing}, then run all tests ({rough_duration(suite)}); "
        f"{rough_duration(min(seconds, left))} at most"
    )


def suite_seconds(results: SuiteResults) -> float:
    """Return the seconds of one suite run, without tests ended by a limit and without compiling, which caches save."""
    ended = sum(one.duration for one in results.outcomes.values() if was_ended_by_limit(one))
    return max(0.0, results.duration - ended - results.build_seconds)


def least_of_an_iteration(lines: list[JournalLine]) -> Usage:
    """Return the expected cost of one analysis: a call of the cheapest tool so far; zero without calls."""
    made = [one for one in calls(lines) if one.answered is not None and one.answered.kind == "ok"]
    by_tool: dict[str, list[Usage]] = {}
    for one in made:
        by_tool.setdefault(one.asked.tool, []).append(Usage(calls=1, tokens=one.tokens, money=one.money))
    means = [_mean(costs) for costs in by_tool.values()]
    return min(means, key=lambda cost: (cost.money, cost.tokens), default=Usage())


def _mean(costs: list[Usage]) -> Usage:
    total = sum(costs, Usage())
    return Usage(calls=1, tokens=total.tokens // len(costs), money=total.money / len(costs))


def seconds_left(wb: Workbench) -> float:
    """Return the wall time left at this moment, in seconds."""
    return wb.target.deadline.left


def search_seconds(tries: int, seconds_left: float, parallel: int) -> float:
    """Return the seconds of one attempt's search: doubled per earlier try, at most its share of the time left."""
    first = _FIRST_SEARCH if parallel == 1 else _FIRST_SEARCH_EACH
    wanted = first * float(2 ** min(tries, DEEPEST))
    return max(1.0, min(wanted, seconds_left / max(1, parallel)))
