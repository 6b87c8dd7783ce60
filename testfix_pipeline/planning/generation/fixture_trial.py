"""Sets up the fixtures of conftest files outside of pytest, to find those that work and the classes of their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.planning.generation.observation import NotObserved, observe_order, order_of
from testfix_pipeline.planning.generation.subjects.examples import Example
from testfix_pipeline.planning.generation.subjects.fixtures import Fixtures

_SECONDS, _FIXTURE_SECONDS = 30.0, 1.0
_AUTOUSE_SECONDS = 0.2
"""What is set up for each input that is tried has to be quick, or no input is quick enough."""
_MODULE = "observe_values"
"""A module that is always there: nothing of it is called."""
_NO_VALUE = "NoneType"
_NOT_MADE = "it can't be made outside of pytest"


def usable_fixtures(fixtures: Fixtures, target: TargetProject, tree: Path) -> Fixtures:
    """The fixtures that can be set up outside of pytest, with the classes of their values.

    Those that are in force for each test are made first, as what does not work there would stop all others.
    """
    alone = replace(fixtures, autouse=())
    fixtures = _without_failing(fixtures, _setup_results(alone, fixtures.autouse, target, tree, _AUTOUSE_SECONDS))
    found = _setup_results(fixtures, list(fixtures.every), target, tree, _FIXTURE_SECONDS)
    fixtures = _without_failing(fixtures, found)
    every = {name: replace(one, kind=found[name][1]) for name, one in fixtures.every.items()}
    own = {name: every[name] for name in fixtures.own if every[name].kind != _NO_VALUE}
    return replace(fixtures, every=every, own=own, available=fixtures.available - (set(every) - set(own)))


def _without_failing(fixtures: Fixtures, found: Mapping[str, tuple[str, str]]) -> Fixtures:
    return fixtures.refuse({name: why for name, (why, _) in found.items() if why})


def _setup_results(
    fixtures: Fixtures, names: Sequence[str], target: TargetProject, tree: Path, seconds: float
) -> dict[str, tuple[str, str]]:
    """For each fixture why it can't be set up, "" if it can, and the class of its value.

    Each is made twice in a row: the first time may take longer, as it imports what it needs.
    """
    if not names:
        return {}
    orders = [order_of(Example(f"type({name}).__name__", "guess", fixtures=(name,)), fixtures) for name in names]
    order = {
        "module": _MODULE,
        "file": str(IN_TARGET / f"{_MODULE}.py"),
        "call_seconds": seconds,
        "subject_seconds": _SECONDS,
        "reverse": False,
        "subjects": [{"name": "-", "lines": [0, 0], "inputs": [one, one], "mutants": []} for one in orders],
    }
    try:
        answers = observe_order(target, tree, order, fixtures, hash_seed="0", seconds=_SECONDS)
    except NotObserved as error:
        return dict.fromkeys(names, (str(error), ""))
    again = [answer["seen"][1] for answer in answers]
    return {name: _setup_result(seen) for name, seen in zip_longest(names, again)}


def _setup_result(seen: Mapping[str, Any] | None) -> tuple[str, str]:
    """Why a fixture can't be set up, and the class of its value."""
    if seen is None:
        return "it takes too long", ""
    if "checks" in seen:
        return "", seen["checks"][0]["value"].strip("'")
    problem, effect = seen.get("problem", ""), seen.get("effect", "")
    return _NOT_MADE if problem == "input can't be made" else f"{problem}: {effect}".removesuffix(": "), ""
