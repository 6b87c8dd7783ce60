"""Selects the failures to fix, finds leads, decides whether the cycle is over, and stores why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict

from testfix_pipeline.agents.tool_chain import ChainAnswer
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer
from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.cycle_rules.confidence import ACCEPT
from testfix_pipeline.core.cycle_rules.decisions import Decision, decide, degraded_ends
from testfix_pipeline.core.cycle_rules.named_tests import named_among
from testfix_pipeline.core.cycle_rules.strategy import stuck_tests_at_end
from testfix_pipeline.core.cycle_rules.triage import code_failures
from testfix_pipeline.core.found_patches import found_patches
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.records import Attempt, Cluster, Failure
from testfix_pipeline.core.session_parts import CycleEnd
from testfix_pipeline.core.task_records import FixStrategy
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.steps.iteration.abstaining import why_abstaining_ends
from testfix_pipeline.steps.measurement.confirmation import confirm_green
from testfix_pipeline.steps.session.spending import spent_reason
from testfix_pipeline.steps.session.workbench import Workbench

ENOUGH = 2
"""The number of iterations with held-back patches after which no more begin: each search tries the best patch first."""
REASON = f"{ACCEPT} was given: a patch that was held back is tried again, to land."


def decide_confirmed(wb: Workbench, state: IterationState) -> Decision:
    """Return the decision on the cycle. A green suite is confirmed by another full run, which may overrule it."""
    stopped = wb.store.session().gate_stopped
    if stopped:
        return Decision(
            "failure", f"The quality gate of the generated tests failed, and `gate: block` stops: {stopped}.", "gate"
        )
    decision = _decision_now(wb, state)
    if decision.kind in ("success", "partial"):
        confirm_green(wb)
        decision = _decision_now(wb, state)
    critical = wb.store.session().l0_failures
    if decision.kind in ("success", "partial") and critical:
        places = "; ".join(f"{one.file}:{one.line} {one.error}" for one in critical[:5])
        said = f"The tests pass, but critical findings in the session's own code remain: {places}."
        return Decision("failure", said, "code_findings")
    if decision.kind == "next_iteration" and _ends_degraded(state):
        said = "No wanted tool gave a usable answer, and the built-in engine gained nothing."
        return Decision("failure", said, "no_tool")
    if decision.kind == "next_iteration" and (why := _why_only_leads(wb, state)):
        return Decision("failure", why, "only_leads")
    left = code_failures(wb.results().failures)
    if decision.kind == "next_iteration" and (why := _why_order_ends(wb, state, left)):
        return Decision("stop_not_code", why, "order")
    asked = requested_failures(wb, left)
    if decision.kind == "next_iteration" and (why := why_abstaining_ends(wb, state, asked)):
        return Decision("failure", why, "abstained")
    if decision.kind == "next_iteration" and not left:
        return Decision(
            "stop_not_code", "Nothing that is left is a defect of the code that could be fixed.", "not_code"
        )
    if decision.kind == "next_iteration" and not asked:
        said = f"Every test that was asked for passes, or fails for no defect of the code; others fail: {len(left)}."
        return Decision("failure", said, "not_asked")
    return decision


def _decision_now(wb: Workbench, state: IterationState) -> Decision:
    return decide(
        wb.results(),
        iterations_done=len(state.iterations),
        max_iterations=state.max_iterations,
        budget_spent=spent_reason(wb, state),
    )


def _ends_degraded(state: IterationState) -> bool:
    if not state.iterations or state.iterations[-1].analysis_quality != "degraded":
        return False
    last = state.iterations[-1]
    flat = last.pass_rate_after is None or last.pass_rate_after <= last.pass_rate
    return degraded_ends(last.iteration, rate_flat=flat, gained=last.result == "landed")


def end_cycle(wb: Workbench, decision: Decision) -> None:
    """Journal the reason why the cycle is over."""
    state = wb.state()
    now = {failure.test: failure.signature for failure in wb.results().failures}
    update = {
        "next_action": "complete",
        "decision": CycleEnd(**asdict(decision)),
        "stuck_tests": sorted(stuck_tests_at_end(state.iterations, now)),
    }
    wb.store.save_state(state.model_copy(update=update))


def requested_failures(wb: Workbench, failures: Sequence[Failure]) -> list[Failure]:
    """Return the failures of the tests in `only_tests`, all if it names no measured test; never an ignored one."""
    known = {*wb.results().outcomes, *(failure.test for failure in failures)}
    named = named_among(wb.config.only_tests, known) if wb.config.only_tests else set()
    ignored = wb.config.ignored_failures
    return [one for one in failures if (not named or one.test in named) and one.id not in ignored]


def accepted_lead(wb: Workbench, attempts: Sequence[Attempt], failing: Collection[TestId]) -> Attempt | None:
    """Return the most confident lead that fixes one of the `failing` tests and was not tried again since.

    Returns None without `accept_doubtful` or a lead.
    """
    if not wb.config.accept_doubtful:
        return None
    tried = {one.patch for one in attempts if not one.is_held_back and one.result != "repeated"}
    found = [one for one in attempts if one.is_held_back and one.patch not in tried and _fixes_any(one, failing)]
    return max(found, key=lambda one: one.confidence, default=None)


def _why_only_leads(wb: Workbench, state: IterationState) -> str:
    """Return why no further iteration begins, "" if one does.

    None begins after ENOUGH iterations on the same tree each held back a patch for all failures, unless a part of it
    was found to fix a part of them: then they are tried one by one.
    """
    if wb.config.accept_doubtful:
        return ""
    since = state.resumed_after
    tree, failing = wb.mirror.tree_hash(wb.mirror.tip), {one.test for one in code_failures(wb.results().failures)}
    found = [
        one for one in wb.store.history().attempts if one.is_held_back and one.iteration > since and one.tree == tree
    ]
    covering = {one.iteration for one in found if failing <= set(one.newly_passing) and not _has_parts(one)}
    if len(covering) < ENOUGH:
        return ""
    return f"Only patches of low confidence were found: {len(found)} leads, to be read by a person."


def _why_order_ends(wb: Workbench, state: IterationState, left: Sequence[Failure]) -> str:
    """Return why nothing more is tried for failures that depend on the order of tests, "" if something is.

    They are searched once, after all others: a search that finds no state in the code is not repeated.
    """
    tests = {failure.test for failure in left if failure.order}
    attempts = [one for one in wb.store.history().attempts if one.iteration > state.resumed_after]
    if not left or len(tests) < len(left) or not any(tests & {*one.target_tests} for one in attempts):
        return ""
    said = f"Only failures that depend on the order of the tests remain: {first_names(sorted(tests), 3)}."
    return f"{said} No change of the code was found that helps."


def _has_parts(lead: Attempt) -> bool:
    return not all(one.complete for one in found_patches(lead.details))


def _fixes_any(lead: Attempt, failing: Collection[TestId]) -> bool:
    return not set(failing).isdisjoint(lead.newly_passing)


def cluster_of(lead: Attempt, failures: Sequence[Failure]) -> Cluster:
    """Return the failing tests that a lead was made for, as a cluster."""
    wanted = {*lead.target_tests, *lead.newly_passing}
    mine = [failure for failure in failures if failure.test in wanted]
    tests = [failure.test for failure in mine]
    return Cluster(signature=mine[0].signature, tests=tests, title=f"Land {lead.task_id}, which was held back")


def analysis_of(lead: Attempt) -> ChainAnswer:
    """Return the analysis of a lead, with the lead as its patch."""
    strategy = FixStrategy(
        approach=f"the change of {lead.task_id}",
        root_causes=lead.root_causes,
        modification_points=lead.modification_points,
        confidence_score=lead.confidence,
        patch=lead.patch,
        against=lead.doubts[1:],
    )
    text = f"Nobody was asked: {lead.task_id} of iteration {lead.iteration} found this change."
    return ChainAnswer(lead.tool, AgentAnswer(tool=lead.tool, text=text), [strategy])
