"""Work of synthesis that waits for its turn, each with the score that decides when that is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.synthesis.action_stages import StagedTrial, Written
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint
from testfix_pipeline.repair.model.search_focus import Focus


@dataclass(frozen=True)
class ProbeRun:
    """Some places of one function to be looked at in one run.

    lessons: passing tests that must be among those that are run.
    """

    score: float
    places: tuple[ProbePoint, ...]
    lessons: tuple[TestId, ...] = ()


@dataclass(frozen=True)
class Rebuilding:
    """Some statements of one function whose parts may be rebuilt, to be looked at in one run."""

    score: float
    targets: tuple[tuple[PythonEditSite, float], ...]


Item = ProbeRun | Rebuilding | StagedTrial | Written


def is_within(item: Item, focus: Focus) -> bool:
    """Whether work has to do with the functions that the search is confined to."""
    if focus.functions is None:
        return True
    if isinstance(item, Written):
        return focus.touches(item.candidate)
    return any(_holds(focus, target) for target in _targets(item))


def _targets(item: ProbeRun | Rebuilding | StagedTrial) -> Iterable[PythonEditSite]:
    if isinstance(item, ProbeRun):
        return [place.target for place in item.places]
    return [target for target, _ in item.targets] if isinstance(item, Rebuilding) else [item.place.target]


def _holds(focus: Focus, target: PythonEditSite) -> bool:
    return focus.holds(target.source.path, target.function.qualname if target.function else "")


def hangs_on_condition(item: Item, place: ProbePoint) -> bool:
    """Whether work is a candidate or trial of a place under a condition that was refuted."""
    of_place = isinstance(item, (Written, StagedTrial)) and item.place.key == place.key
    return of_place and not (isinstance(item, Written) and not item.under_condition)
