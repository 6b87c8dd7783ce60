"""What patches do in tests with other values than their own, in the warm process of a test framework."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.language.varied_test import VariedTest
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.search.patch_behaviour import BehaviourRow
from testfix_pipeline.repair.validation.framework_processes import FrameworkProcesses

AT_ONCE = 3
"""The number of variations of one test that are tried before those of the next one."""


def rows_of_varied_tests(
    processes: FrameworkProcesses, changes: Sequence[Mapping[str, str]], origins: Mapping[TestId, str], seconds: float
) -> Iterator[BehaviourRow]:
    """Yields what tests say that are varied, in the code before and under each change, a row for each variation.

    changes: texts by path. origins: the tests, with what each is. Raises ServerLost, TimeIsUp.
    """
    until = time.monotonic() + seconds
    waiting = deque((test, varied) for test in origins for varied in [_variations(Path(processes.root), test)])
    while waiting and time.monotonic() < until:
        test, varied = waiting.popleft()
        if some := list(islice(varied, AT_ONCE)):
            yield from _rows(processes, changes, test, some, origins[test])
            waiting.append((test, varied))


def _variations(root: Path, test: TestId) -> Iterator[VariedTest]:
    language = language_of(test.file)
    source = language.load(root, test.file)
    return language.varied_tests(source, [test.titles]) if source is not None else iter(())


def _rows(
    processes: FrameworkProcesses,
    changes: Sequence[Mapping[str, str]],
    test: TestId,
    varied: Sequence[VariedTest],
    origin: str,
) -> Iterator[BehaviourRow]:
    each = [{}, {}, *changes]
    texts = [{**change, test.file: one.text} for one in varied for change in each]
    outcomes = [_said(one.outcomes.get(test)) for one in processes.looks_at_varied([test], texts)]
    for number, one in enumerate(varied):
        own = outcomes[number * len(each) : (number + 1) * len(each)]
        if len(own) == len(each) and all(own) and own[0] == own[1]:  # fewer where the process was lost
            yield BehaviourRow(f"{test} with {one.note}", origin, own[0], tuple(own[2:]))


def _said(outcome: CandidateOutcome | None) -> str:
    """How a test ended; "" if it did not run."""
    if outcome is None:
        return ""
    return "passes" if outcome.passed else f"throws {outcome.error}: {outcome.message}"
