"""Failing tests of other groups that may have the same cause: one patch for all of them is looked for first.

Failures are grouped by what they look like, but one bug may show as a wrong sum here and as a KeyError there. What they
have in common then is code that most of them run and few passing tests do (Ochiai, as in `localise.py`). A patch that
mends all of them is far likelier to be right than one that pleases a single test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

from testfix_pipeline.core.triage import code_failures

if TYPE_CHECKING:
    from testfix_pipeline.repair.engine import RepairRequest, RepairResult

SHARE = 0.4
"""Of the time."""
LEAST_OCHIAI = 0.4
Line = tuple[str, int]


def together(request: RepairRequest) -> RepairRequest | None:
    """The request for all failing tests that run the most suspicious line that the wanted ones share with others.

    Of those that `failures` tells of as defects of the code. None where there is no such line or no such test, where
    the line is hardly more suspicious than any, or where nothing is known.
    """
    coverage, wanted = request.coverage, set(request.failing)
    if coverage is None or not wanted or wanted.issuperset(request.all_failing):
        return None
    ran = {test: set(_lines(request, test)) for test in (*request.all_failing, *request.passing)}
    common = set.intersection(*(ran.get(test, set()) for test in wanted))
    failing = Counter(line for test in request.all_failing for line in ran[test] & common)
    passing = Counter(line for test in request.passing for line in ran[test] & common)
    scores = {
        line: failing[line] / sqrt(len(request.all_failing) * (failing[line] + passing[line]))
        for line in common
        if failing[line] > len(wanted)
    }
    best = max(scores, key=lambda line: (scores[line], line), default=None)
    if best is None or scores[best] < LEAST_OCHIAI:
        return None
    known = {failure.test for failure in code_failures(request.failures)}
    joining = [test for test in request.all_failing if best in ran[test] and test in known - wanted]
    if not joining:
        return None
    return replace(request, failing=[*request.failing, *joining], seconds=SHARE * request.seconds, at_once=True)


def _lines(request: RepairRequest, test: str) -> Iterator[Line]:
    """The project's lines that a test ran, those of test files aside."""
    assert request.coverage is not None
    tests = {one.partition("::")[0] for one in (*request.all_failing, *request.passing)}
    for file, lines in request.coverage.tests.get(test, {}).items():
        if file not in tests:
            yield from ((file, line) for line in lines)


def both(first: RepairResult, second: RepairResult) -> RepairResult:
    """What the second search found, after a first in vain."""
    return replace(
        second,
        candidates_tried=first.candidates_tried + second.candidates_tried,
        seconds=first.seconds + second.seconds,
        tried_kinds=dict(Counter(first.tried_kinds) + Counter(second.tried_kinds)),
        notes=list(dict.fromkeys([*first.notes, *second.notes])),
        first_seconds=None if second.first_seconds is None else first.seconds + second.first_seconds,
    )
