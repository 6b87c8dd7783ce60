"""Leads: decides when there are enough, and lands an accepted one without another search."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from testfix_pipeline.agents.tool_chain import ChainAnswer
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer
from testfix_pipeline.core.cycle_rules.confidence import ACCEPT
from testfix_pipeline.core.cycle_rules.triage import code_failures
from testfix_pipeline.core.records import Attempt, Cluster, Failure, IterationState
from testfix_pipeline.core.task_records import FixStrategy
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.steps.session.workbench import Workbench

ENOUGH = 2
"""The number of iterations with held-back patches after which no more begin: each search tries the best patch first."""
REASON = f"{ACCEPT} was given: a patch that was held back is tried again, to land."


def accepted_lead(wb: Workbench, attempts: Sequence[Attempt], failing: Collection[TestId]) -> Attempt | None:
    """Return the most confident lead that fixes one of the `failing` tests and was not tried again since.

    Returns None without `accept_doubtful` or a lead.
    """
    if not wb.config.accept_doubtful:
        return None
    tried = {one.patch for one in attempts if not one.is_held_back and one.result != "repeated"}
    found = [one for one in attempts if one.is_held_back and one.patch not in tried and _fixes_any(one, failing)]
    return max(found, key=lambda one: one.confidence, default=None)


def why_only_leads(wb: Workbench, state: IterationState) -> str:
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


def _has_parts(lead: Attempt) -> bool:
    return not all(one.get("complete", True) for one in lead.details.get("plausible", ()))


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
