"""What a session has spent of its budget. Wall time counts only while a run works on the session."""

from __future__ import annotations

import time

from testfix_pipeline.agents.audit import JOURNAL, Line, read_lines
from testfix_pipeline.agents.ledger import calls, used
from testfix_pipeline.core.budget import Budget, Usage, lacking
from testfix_pipeline.core.records import IterationState
from testfix_pipeline.steps.workbench import Workbench
from testfix_pipeline.workspace.store import SessionStore

# A step is journalled at least this often; a longer gap was no work but a pause between two runs.
LONGEST_STEP = 4 * 3600.0
# The run that judges an attempt, and the one that confirms what was landed.
RUNS_OF_AN_ITERATION = 2


def start_clock(wb: Workbench) -> None:
    """A run begins to work on the session: what passed since the last step was a pause, not spending."""
    state = wb.state()
    wb.store.save_state(state.model_copy(update={"clock": {"spent": _spent(state), "at": time.time()}}))


def touch_clock(wb: Workbench) -> IterationState:
    """Add the time since the last step to what was spent; returns the state as saved."""
    state = wb.state()
    clock = getattr(state, "clock", None) or {"spent": 0.0, "at": time.time()}
    now = time.time()
    passed = min(max(0.0, now - float(clock["at"])), LONGEST_STEP)
    state = state.model_copy(update={"clock": {"spent": float(clock["spent"]) + passed, "at": now}})
    wb.store.save_state(state)
    return state


def _spent(state: IterationState | None) -> float:
    return float((getattr(state, "clock", None) or {}).get("spent", 0.0))


def usage(wb: Workbench, state: IterationState) -> Usage:
    """What the session has used: wall time by its clock, the rest by the journal of its calls."""
    return used_by(wb.store, state)


def used_by(store: SessionStore, state: IterationState | None) -> Usage:
    """The same by the session's files alone."""
    lines = read_lines(store.path(JOURNAL))
    return used(lines) + Usage(seconds=_spent(state) + _waited(lines))


def _waited(lines: list[Line]) -> float:
    """The seconds that calls took before the first iteration, when no clock of the cycle runs."""
    return sum(line.seconds for line in lines if line.event == "answered" and not line.iteration)


def usage_of_iteration(wb: Workbench, number: int) -> Usage:
    """What the calls of one iteration used."""
    return used(_lines(wb), number)


def _lines(wb: Workbench) -> list[Line]:
    return read_lines(wb.store.path(JOURNAL))


def budget(wb: Workbench) -> Budget:
    config = wb.config
    return Budget(config.budget_seconds, config.budget_calls, config.budget_tokens, config.budget_money)


def spent_reason(wb: Workbench, state: IterationState) -> str:
    """Which limit is reached, or what the rest can't fund, as a phrase; "" while there is enough for an iteration."""
    limits, so_far = budget(wb), usage(wb, state)
    suite = wb.results().duration
    spent = limits.spent(so_far)
    if spent or limits.seconds - so_far.seconds < RUNS_OF_AN_ITERATION * suite:
        left = f"{max(0.0, limits.seconds - so_far.seconds):.0f} of {limits.seconds:.0f} seconds are left"
        least = f"an iteration runs the suite at least {RUNS_OF_AN_ITERATION} times at {suite:.0f} seconds"
        return spent or f"{left}, and {least}"
    return lacking(limits, so_far, least_of_an_iteration(_lines(wb)))


def least_of_an_iteration(lines: list[Line]) -> Usage:
    """What the analysis of one more iteration would cost: a call of the cheapest tool so far; nothing without calls."""
    made = [one for one in calls(lines) if one.answered is not None and one.answered.kind == "ok"]
    by_tool: dict[str, list[Usage]] = {}
    for one in made:
        by_tool.setdefault(one.asked.tool, []).append(Usage(calls=1, tokens=one.tokens, money=one.money))
    means = [_mean(costs) for costs in by_tool.values()]
    return min(means, key=lambda cost: (cost.money, cost.tokens), default=Usage())


def _mean(costs: list[Usage]) -> Usage:
    total = sum(costs, Usage())
    return Usage(calls=1, tokens=total.tokens // len(costs), money=total.money / len(costs))


def seconds_left(wb: Workbench, state: IterationState | None) -> float:
    return max(0.0, wb.config.budget_seconds - _spent(state) - _waited(_lines(wb)))


def seconds_left_now(wb: Workbench) -> float:
    """The wall time that is left at this moment, in the middle of a step."""
    state = wb.store.state()
    began = float((getattr(state, "clock", None) or {}).get("at", time.time()))
    return seconds_left(wb, state) - min(max(0.0, time.time() - began), LONGEST_STEP)
