"""The behaviour of functions before and after changes, in the warm process of their test framework."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.warm_suites import WarmSuite
from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.language.watched_functions import WatchedText
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.model.verdict import PlausiblePatch
from testfix_pipeline.repair.search.patch_behaviour import (
    INPUTS,
    BehaviourRow,
    ObservedBehaviour,
    complete_candidates,
    grouped_behaviour,
    tests_to_watch,
)
from testfix_pipeline.repair.search.varied_behaviour import rows_of_varied_tests
from testfix_pipeline.repair.validation.framework_processes import FrameworkProcesses
from testfix_pipeline.repair.validation.framework_warm import FrameworkWarm
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.validator import Validator

if TYPE_CHECKING:
    from testfix_pipeline.execution.project import TargetProject

_LOAD_SECONDS, _TEST_SECONDS = 3.0, 1.0
MOST_PATCHES, OBSERVATION_SECONDS = 60, 3.0
"""How many patches are compared, the best of each kind first, and the time for it, which may end earlier with the
search's."""
CALLS_SHARE = 0.4
"""The share of the time for recorded calls; the rest is for varied tests."""
_ORIGINALS = 2
"""How many times the code before is run: what differs between these runs says nothing of a change."""


def rows_in_framework(
    project: TargetProject,
    tree: Path,
    texts: Mapping[str, str],
    passing: Sequence[TestId],
    failing: Sequence[TestId],
    seconds: float,
    clock: Clock,
) -> list[BehaviourRow] | str:
    """The calls of changed functions before and after a change, or why there are none, as a sentence.

    tree: a copy of the project before the change, to be used up; texts: the changed files after it. Calls that differ
    in two runs of the code before are left out. Raises ServerLost, TimeIsUp.
    """
    suite = _suite_of(project, [*passing, *failing])
    if suite is None:
        return "The tests' framework has no warm process."
    own_passing, own_failing = ([test for test in tests if suite.owns(test.file)] for tests in (passing, failing))
    request = _request(project.root(tree), [texts], own_passing, own_failing, seconds)
    if request is None:
        return "No function of the changed files can be watched."
    process = FrameworkWarm(project, suite, tree, clock)
    try:
        return _rows(process.compare(request, clock.left()), 1)
    finally:
        process.close()


def observe_in_framework(
    found: Sequence[PlausiblePatch], validator: Validator, seconds: float = OBSERVATION_SECONDS
) -> ObservedBehaviour:
    """As `patch_behaviour.observe_patches`, where a test framework's warm process tries the candidates."""
    candidates, processes = complete_candidates(best_of_each_kind(found), validator, MOST_PATCHES), validator.processes
    if not candidates or not isinstance(processes, FrameworkProcesses):
        return ObservedBehaviour()
    passing, failing = tests_to_watch(candidates, validator)
    changes = [one.texts for one in candidates]
    origins = {**dict.fromkeys(failing, "near failing"), **dict.fromkeys(passing, "near passing")}
    rows: list[BehaviourRow] = []
    with contextlib.suppress(TimeIsUp, ServerLost):  # what was seen until then is known
        request = _request(Path(validator.root), changes, passing, failing, CALLS_SHARE * seconds)
        rows += _rows(processes.compared_calls(request), len(candidates)) if request is not None else []
        for row in rows_of_varied_tests(processes, changes, origins, (1 - CALLS_SHARE) * seconds):
            rows.append(row)
    return grouped_behaviour([one.fingerprint for one in candidates], rows, [one.kind for one in candidates])


def best_of_each_kind(found: Sequence[PlausiblePatch]) -> list[PlausiblePatch]:
    """The patches in another order: the first of each kind, then the second of each, and so on."""
    seen: Counter[str] = Counter()
    rounds = []
    for one in found:
        rounds.append(seen[one.candidate.kind])
        seen[one.candidate.kind] += 1
    return [one for _, one in sorted(zip(rounds, found, strict=True), key=lambda pair: pair[0])]


def _request(
    root: Path,
    changes: Sequence[Mapping[str, str]],
    passing: Sequence[TestId],
    failing: Sequence[TestId],
    seconds: float,
) -> dict[str, Any] | None:
    """The request to compare the code before with each of some changes; None if no function can be watched.

    A function is watched if its name is unique in the changed files, before and after each change.
    """
    paths = dict.fromkeys(path for texts in changes for path in texts)
    before = {path: found for path in paths if (found := _watched(root, path)) is not None}
    after = [
        {path: found for path in before if path in texts and (found := _watched_text(path, texts[path])) is not None}
        for texts in changes
    ]
    names, close = _watched_names(before, after)
    if not names:
        return None
    old = {path: one.text for path, one in before.items()}
    new = [
        {**old, **texts, **{path: one.text for path, one in own.items()}}
        for texts, own in zip(changes, after, strict=True)
    ]
    return {
        "tests": [*passing, *failing],
        "expected": [*("passed" for _ in passing), *("failed" for _ in failing)],
        "variants": [*[old] * _ORIGINALS, *new],
        "names": names,
        "close": close,
        "inputs": INPUTS,
        "seconds": seconds,
        "test_ms": 1000 * _TEST_SECONDS,
        "load_ms": 1000 * _LOAD_SECONDS,
    }


def _watched_names(
    before: Mapping[str, WatchedText], after: Sequence[Mapping[str, WatchedText]]
) -> tuple[list[str], list[str]]:
    """(names of the functions that can be watched, those of them that some change edits)."""
    known = {path: set(one.functions) for path, one in before.items()}
    close = set()
    for path, one in ((path, one) for own in after for path, one in own.items()):
        known[path] &= set(one.functions)
        close |= {name for name, text in one.functions.items() if text != before[path].functions.get(name)}
    counts = Counter(name for names in known.values() for name in names)
    names = sorted(name for name, count in counts.items() if count == 1)
    return names, [name for name in names if name in close]


def _suite_of(project: TargetProject, tests: Sequence[TestId]) -> WarmSuite | None:
    suites = (one for one in project.suites if isinstance(one, WarmSuite))
    return next((one for one in suites if any(one.owns(test.file) for test in tests)), None)


def _watched(root: Path, path: str) -> WatchedText | None:
    language = language_of(path)
    source = language.load(root, path)
    return language.with_call_records(source) if source is not None else None


def _watched_text(path: str, text: str) -> WatchedText | None:
    language: Language = language_of(path)
    return language.with_call_records(language.read(path, text.encode())) if language.parses(path, text) else None


def _rows(calls: Sequence[Mapping[str, Any]], changes: int) -> list[BehaviourRow]:
    """The calls that ended under every change and have the same outcome each time in the code before."""
    complete = [one for one in calls if len(one["outcomes"]) == _ORIGINALS + changes]
    return [
        BehaviourRow(one["text"], one["origin"], one["outcomes"][0], tuple(one["outcomes"][_ORIGINALS:]))
        for one in complete
        if len(set(one["outcomes"][:_ORIGINALS])) == 1
    ]
