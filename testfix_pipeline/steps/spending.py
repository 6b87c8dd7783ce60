"""What a session has spent of its budget. Wall time counts only while a run works on the session."""

from __future__ import annotations

import time

from testfix_pipeline.core.budget import Budget, Usage, affordable
from testfix_pipeline.core.records import IterationState
from testfix_pipeline.steps.workbench import Workbench

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


def _spent(state: IterationState) -> float:
    return float((getattr(state, "clock", None) or {}).get("spent", 0.0))


def usage(wb: Workbench, state: IterationState) -> Usage:
    calls = getattr(state, "usage", None) or {}
    return Usage(
        seconds=_spent(state),
        calls=int(calls.get("calls", 0)),
        tokens=int(calls.get("tokens", 0)),
        money=float(calls.get("money", 0.0)),
    )


def budget(wb: Workbench) -> Budget:
    config = wb.config
    return Budget(config.budget_seconds, config.budget_calls, config.budget_tokens, config.budget_money)


def spent_reason(wb: Workbench, state: IterationState) -> str:
    """Which limit is reached, or what the rest can't fund, as a phrase; "" while there is enough for an iteration."""
    limits, used = budget(wb), usage(wb, state)
    suite = wb.results().duration
    if affordable(limits, used, Usage(seconds=RUNS_OF_AN_ITERATION * suite)):
        return limits.spent(used)
    left = f"{max(0.0, limits.seconds - used.seconds):.0f} of {limits.seconds:.0f} seconds are left"
    least = f"an iteration runs the suite at least {RUNS_OF_AN_ITERATION} times at {suite:.0f} seconds"
    return limits.spent(used) or f"{left}, and {least}"


def seconds_left(wb: Workbench, state: IterationState) -> float:
    return max(0.0, wb.config.budget_seconds - _spent(state))
