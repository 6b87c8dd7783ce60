"""Work items of synthesis, each with the score that orders them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.synthesis.action_stages import StagedTrial, WrittenAction
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint
from testfix_pipeline.repair.model.search_focus import Focus


@dataclass(frozen=True)
class ProbeRun:
    """Places of one function to observe in one run.

    lessons: passing tests that must be among those that are run.
    """

    score: float
    places: tuple[ProbePoint, ...]
    lessons: tuple[TestId, ...] = ()


@dataclass(frozen=True)
class Rebuilding:
    """Statements of one function whose parts may be rebuilt, to observe in one run."""

    score: float
    targets: tuple[tuple[PythonEditSite, float], ...]


Item = ProbeRun | Rebuilding | StagedTrial | WrittenAction


def is_within(item: Item, focus: Focus) -> bool:
    """Whether an item concerns the functions that the search is limited to."""
    if focus.functions is None:
        return True
    if isinstance(item, WrittenAction):
        return focus.touches(item.candidate)
    return any(_is_in_focus(focus, target) for target in _targets(item))


def _targets(item: ProbeRun | Rebuilding | StagedTrial) -> Iterable[PythonEditSite]:
    if isinstance(item, ProbeRun):
        return [place.target for place in item.places]
    return [target for target, _ in item.targets] if isinstance(item, Rebuilding) else [item.place.target]


def _is_in_focus(focus: Focus, target: PythonEditSite) -> bool:
    return focus.holds(target.source.path, target.function.qualname if target.function else "")


def depends_on_condition(item: Item, place: ProbePoint) -> bool:
    """Whether an item is a candidate or trial of a place under a condition that was refuted."""
    of_place = isinstance(item, (WrittenAction, StagedTrial)) and item.place.key == place.key
    return of_place and not (isinstance(item, WrittenAction) and not item.under_condition)
