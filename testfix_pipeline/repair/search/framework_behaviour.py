"""The behaviour of changed functions before and after a change, in the warm process of their test framework."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.warm_suites import WarmSuite
from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.language.watched_functions import WatchedText
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.search.patch_behaviour import INPUTS, BehaviourRow
from testfix_pipeline.repair.validation.framework_warm import FrameworkWarm

if TYPE_CHECKING:
    from testfix_pipeline.execution.project import TargetProject

_LOAD_SECONDS, _TEST_SECONDS = 3.0, 1.0


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
    tests = [test for test in [*passing, *failing] if suite.owns(test.file)]
    root = project.root(tree)
    before = {path: found for path in texts if (found := _watched(root, path)) is not None}
    after = {path: found for path in before if (found := _watched_text(path, texts[path])) is not None}
    known = {path: set(before[path].functions) & set(after[path].functions) for path in after}
    counts = Counter(name for names in known.values() for name in names)
    names = [name for name, count in counts.items() if count == 1]
    if not names:
        return "No function of the changed files can be watched."
    close = [
        name
        for path, found in known.items()
        for name in found
        if before[path].functions[name] != after[path].functions[name]
    ]
    old = {path: one.text for path, one in before.items()}
    new = {path: after[path].text if path in after else text for path, text in texts.items()}
    request = {
        "tests": tests,
        "expected": ["passed" if test in passing else "failed" for test in tests],
        "variants": [old, old, new],
        "names": sorted(names),
        "close": sorted(close),
        "inputs": INPUTS,
        "seconds": seconds,
        "test_ms": 1000 * _TEST_SECONDS,
        "load_ms": 1000 * _LOAD_SECONDS,
    }
    process = FrameworkWarm(project, suite, tree, clock)
    try:
        return [row for one in process.compare(request, clock.left()) if (row := _row(one)) is not None]
    finally:
        process.close()


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


def _row(said: Mapping[str, Any]) -> BehaviourRow | None:
    outcomes = said["outcomes"]
    if len(outcomes) != 3 or outcomes[0] != outcomes[1]:
        return None
    return BehaviourRow(said["text"], said["origin"], outcomes[0], (outcomes[2],))
