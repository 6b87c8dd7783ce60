"""Recognises failures that no small edit can repair, has the engine try them briefly, and then leaves them alone.

Only where the built-in engine is asked first: a model may write what is lacking.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.configuration.agent_roles import of_role
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.patch_policy.doctests import test_files
from testfix_pipeline.core.records import Attempt, Cluster, Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.explanation.abstention import abstention, parts_of, trial_seconds
from testfix_pipeline.explanation.incomplete_code import LackingPart, lacking_parts
from testfix_pipeline.explanation.product_sources import ProductSources
from testfix_pipeline.steps.measurement.search_coverage import search_coverage
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.tools.model_tools import tools_of, usable
from testfix_pipeline.workspace.git.change_history import recent_changes

ABSTAINED = "abstained"
"""The key under which an attempt's details say why no small edit can repair its tests."""


def lacking_of(
    wb: Workbench, number: int, failures: Sequence[Failure], checkout: Callable[[], Path]
) -> list[LackingPart]:
    """Return what failing tests need and the program lacks at the session's tip; [] if a model is asked first.

    checkout: gives a worktree of the tip.
    """
    if not failures or tools_of(wb, number)[:1] != [BUILTIN]:
        return []
    outcomes, tip = wb.results().outcomes, wb.mirror.tip
    executed = search_coverage(wb, tip).coverage.tests
    changes = recent_changes(wb.mirror.git, tip, wb.project.subdir)
    sources = ProductSources(wb.root(checkout()), frozenset(test_files(outcomes)))
    return lacking_parts(sources, failures, executed, wb.results().passed_tests, changes)


def why_abstain(cluster: Cluster, lacking: Sequence[LackingPart], failures: Sequence[Failure]) -> str:
    """Return why no small edit can repair a cluster's tests; "" if one may."""
    return abstention(parts_of(lacking, cluster.tests), failures)


def brief_seconds(wb: Workbench, tests: Collection[TestId]) -> float:
    """Return the seconds of the engine's search for tests that it probably can't fix."""
    outcomes = wb.results().outcomes
    return trial_seconds(sum(outcomes[test].duration for test in tests if test in outcomes))


def announcement(wb: Workbench, number: int, why: str) -> str:
    """Return what a session says when it recognises such a cluster, and what it does about it."""
    others = models_after(wb, number)
    then = f"asks {', then '.join(others)}" if others else "stops"
    return f"{why[0].upper()}{why[1:]}. The engine tries briefly, then {then}."


def models_after(wb: Workbench, number: int) -> list[str]:
    """Return the tools that are asked after the built-in engine, or that carry out its tasks."""
    names = [*tools_of(wb, number), *(of_role(wb.config.agents, "fix") and usable(wb, "fix"))]
    return [name for name in dict.fromkeys(names) if name != BUILTIN]


def abstained_tests(attempts: Sequence[Attempt], state: IterationState, tree: str) -> dict[TestId, str]:
    """Return the tests that the engine tried briefly in vain on this tree in this run, each with the reason."""
    found: dict[TestId, str] = {}
    for one in attempts:
        why = one.details.get(ABSTAINED)
        in_vain = one.result != "landed" and one.tree == tree and one.iteration > state.resumed_after
        if isinstance(why, str) and why and in_vain:
            tried = f"none of {counted(one.candidates_tried, 'edit')} that were tried is good enough"
            found.update(dict.fromkeys(one.target_tests, f"{why}; {tried}"))
    return found


def why_abstaining_ends(wb: Workbench, state: IterationState, left: Sequence[Failure]) -> str:
    """Return why the cycle ends before its budget does, "" if something can still be tried."""
    if not left or models_after(wb, len(state.iterations) + 1):
        return ""
    known = abstained_tests(wb.store.history().attempts, state, wb.mirror.tree_hash(wb.mirror.tip))
    if not known or not all(failure.test in known for failure in left):
        return ""
    why = "; ".join(dict.fromkeys(known[failure.test] for failure in left))
    return f"{why[0].upper()}{why[1:]}. A person or a model has to write what is lacking."
