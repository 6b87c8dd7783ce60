"""Tests that were added, removed or renamed, which changes the denominator of a pass rate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import groupby, pairwise
from typing import Any

import numpy as np
import pandas as pd

from testfix_pipeline.analytics.tables.measurement_order import Block, blocks, sort_measurements
from testfix_pipeline.analytics.tables.schema import typed
from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.test_ids import TestId, group_of, last_title, name_in_file

# The least similarity of two names in one file for a rename; a guess, which the table marks as one.
_ALIKE = 0.75
_MOST_PAIRS = 2500
_IDENTITY = ["project", "session_key", "session_id", "step", "measured_at"]


def events_of_tests(test_outcomes: pd.DataFrame) -> pd.DataFrame:
    """Return the table `test_events`: within sessions, and from the end of each session to the start of the next."""
    inside = test_outcomes[test_outcomes["event"] != ""]
    within: list[dict[str, Any]] = inside[[*_IDENTITY, "test", "event"]].to_dict("records")  # type: ignore[assignment]
    found = typed("test_events", [*within, *_between_sessions(test_outcomes)])
    return found.sort_values(["project", "measured_at", "step", "test"], kind="stable", ignore_index=True)


def known_events(test_outcomes: pd.DataFrame, test_events: pd.DataFrame | None) -> pd.DataFrame:
    """Return the table `test_events` if it is given, else compute it from the outcomes."""
    return events_of_tests(test_outcomes) if test_events is None else test_events


def _between_sessions(test_outcomes: pd.DataFrame) -> Iterator[dict[str, Any]]:
    present = sort_measurements(test_outcomes.loc[test_outcomes["counts"], [*_IDENTITY, "test"]])
    tests, names = pd.factorize(present["test"])
    for before, now in pairwise(_ends(present)):
        if before[0].project == now[0].project:
            old, new = tests[before[1].start : before[1].end], tests[now[0].start : now[0].end]
            gone, come = np.setdiff1d(old, new), np.setdiff1d(new, old)
            if len(gone) or len(come):
                identity = {name: present[name].iloc[now[0].start] for name in _IDENTITY}
                changed = _change(set(names[gone]), set(names[come]))
                yield from (identity | {"previous_session": before[0].session_key} | row for row in changed)


def _ends(present: pd.DataFrame) -> Iterator[tuple[Block, Block]]:
    """Return the first and the last measurement of each session, in order."""
    for _key, mine in groupby(blocks(present), key=lambda block: block.session_key):
        every = list(mine)
        yield every[0], every[-1]


def _change(gone: set[str], come: set[str]) -> Iterator[dict[str, Any]]:
    """Return the events between another session's last measurement and this one."""
    renamed = renames(gone, come)
    for test, former in sorted(renamed.items()):
        yield {"test": test, "event": "renamed", "before": former}
    for test in sorted(come - renamed.keys()):
        revealed = TestId(test).file in gone
        yield {"test": test, "event": "revealed" if revealed else "added"}
    for test in sorted(gone - set(renamed.values())):
        yield {"test": test, "event": "collected" if is_collection_id(test) else "removed"}


def renames(old: Iterable[str], new: Iterable[str]) -> dict[str, str]:
    """Return new id to old id: the only equal test in another file, or one of a similar name in the same file."""
    gone = {test for test in old if not is_collection_id(test)}
    fresh = {test for test in new if not is_collection_id(test)}
    moved = _unique_pairs(_by(gone, name_in_file), _by(fresh, name_in_file))
    left_gone, left_fresh = gone - set(moved.values()), fresh - moved.keys()
    alike = _similar_names(_by(left_gone, group_of), _by(left_fresh, group_of))
    return {**moved, **alike}


def _by(tests: Iterable[str], key: Any) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for test in sorted(tests):
        grouped.setdefault(key(test), []).append(test)
    return grouped


def _unique_pairs(gone: Mapping[str, list[str]], fresh: Mapping[str, list[str]]) -> dict[str, str]:
    """Return pairs of elements that are alone under the same key on both sides."""
    both = gone.keys() & fresh.keys()
    return {fresh[key][0]: gone[key][0] for key in both if len(gone[key]) == len(fresh[key]) == 1}


def _similar_names(gone: Mapping[str, list[str]], fresh: Mapping[str, list[str]]) -> dict[str, str]:
    """Pair the most similar names first; a file in which too much changed at once was rewritten and is skipped."""
    found: dict[str, str] = {}
    for place in sorted(gone.keys() & fresh.keys()):
        if len(gone[place]) * len(fresh[place]) > _MOST_PAIRS:
            continue
        scored = sorted((-_similarity(former, test), test, former) for former in gone[place] for test in fresh[place])
        for score, test, former in scored:
            if -score >= _ALIKE and test not in found and former not in found.values():
                found[test] = former
    return found


def _similarity(one: str, other: str) -> float:
    return SequenceMatcher(None, last_title(one), last_title(other), autojunk=False).ratio()
