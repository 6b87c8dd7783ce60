"""Measures what all tests of a project notice, and which of them notice nothing."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.suite_sharpness import FunctionSharpness, SuiteSharpness
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import LostAnswer, Verification, statuses
from testfix_pipeline.execution.run_faults import require_measurement
from testfix_pipeline.steps.session.progress_list import report_detail
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.compared_commits import CommitPair
from testfix_pipeline.steps.verification.noticed_answers import Corruption, Noticed, function_of
from testfix_pipeline.steps.verification.test_sharpness import WAYS
from testfix_pipeline.steps.verification.tree_measurement import measure_base, temporary_workbench

_PATIENCE, _ROUNDS, _MOST_SENTENCES = 5, 3, 20
_ANY_ERROR, _MUTANT, _LEFT = "error", "mutant ", "left "
"""The kind of an answer that is an error instead of a value, and the beginnings of those of mutants and attributes."""
_SIDE_EFFECTS = ("writes ", "not called")
"""Kinds that say little of a function by themselves: most need not write, and some do nothing."""


def measured_suite(launch: Mapping[str, Any]) -> SuiteSharpness:
    """Measure the working tree's passing tests. launch: `project` and settings, as for a fix.

    Raises what `verify` raises, and MeasurementError if the suite can't be measured.
    """
    began = time.monotonic()
    with temporary_workbench(launch, None) as (wb, compared):
        run = measure_base(wb)
        require_measurement(run)
        outcomes = statuses(run.outcomes)
        passing = {TestId(test) for test, status in outcomes.items() if status == "passed"}
        report_detail(wb, "the tests run while calls of the program answer something else")
        found, asked, noticing, unasked = Noticed(), set[TestId](), set[TestId](), set[TestId]()
        with wb.worktree("tests", compared.after) as tree:
            for ask, own in _questions(wb, compared, outcomes, tree, passing):
                one = ask(tree, sorted({test.file_id for test in own}), first=sorted(own), patience=_PATIENCE)
                sharp, open_tests = _noticing(wb, ask, tree, one, own)
                found, asked, noticing, unasked = found.joined(one), asked | own, noticing | sharp, unasked | open_tests
    more = {"unmeasured": sorted(passing - asked), "seconds": round(time.monotonic() - began, 3)}
    return _sorted_tests(found, asked, noticing, unasked).model_copy(update=more)


def _questions(
    wb: Workbench, compared: CommitPair, outcomes: Mapping[str, str], tree: Path, passing: set[TestId]
) -> Iterator[tuple[Callable[..., Noticed], set[TestId]]]:
    """Yield what asks the tests of each language that is measured, and these tests."""
    state = Verification(base=compared.base, head=compared.head, before=dict(outcomes), after=dict(outcomes))
    for way in WAYS:
        own = {test for test in passing if test.file.endswith(way.SUFFIXES)}
        if own:
            yield way.way_to_ask(wb, compared, state, {tree: outcomes}), own


def _noticing(
    wb: Workbench, ask: Callable[..., Noticed], tree: Path, found: Noticed, passing: set[TestId]
) -> tuple[set[TestId], set[TestId]]:
    """Return the tests that notice something, and those of which there was no time to find out.

    A test that another one was faster than is asked alone. That a call raises an error, as one of a mutant may, is
    noticed by whatever makes it, and does not count.
    """
    wanted = [one for one in found.noticed if _is_telling(*one)]
    makers = {one: {TestId(test) for test in found.makers.get(one[0], ())} & passing for one in wanted}
    noticing, unasked = _tests(found, wanted) & passing, set[TestId]()
    for _ in range(_ROUNDS):
        unasked = set().union(*makers.values()) - noticing
        if not unasked:
            break
        report_detail(wb, f"{counted(len(unasked), 'test')} that others were faster than run alone")
        again = ask(tree, sorted(unasked), wanted=wanted, first=sorted(unasked))
        more = _tests(again, wanted) & unasked
        noticing |= more
        open_ones = [one for one in wanted if one not in again.by] if again.left else []
        unasked = set().union(*(makers[one] for one in open_ones)) - noticing
        if not more:
            break
    return noticing, unasked


def _is_call(key: str) -> bool:
    """Whether a key is of a call; a constant is read by whatever imports its module."""
    return "(" in key


def _is_telling(key: str, kind: str) -> bool:
    """Whether a test has to look at an answer to notice a change of this kind: the others are errors, or may be."""
    if kind.startswith(_MUTANT):
        return not _is_call(key)
    return kind != _ANY_ERROR and (not function_of(key).endswith(".__init__") or kind.startswith(_LEFT))


def _tests(found: Noticed, wanted: Iterable[Corruption]) -> set[TestId]:
    return {TestId(test) for one in wanted for test in found.by.get(one, ())}


def _sorted_tests(found: Noticed, passing: set[TestId], noticing: set[TestId], unasked: set[TestId]) -> SuiteSharpness:
    calling = {TestId(test) for key, tests in found.makers.items() if _is_call(key) for test in tests}
    telling = {key for key, kind in found.by if _is_call(key) and _is_telling(key, kind)}
    tried = {TestId(test) for key in telling for test in found.makers.get(key, ())}
    unwatched = {TestId(test) for test in found.failing}
    silent = (passing & tried) - noticing - unwatched - unasked
    nothing = passing - calling - noticing - unwatched
    return SuiteSharpness(
        noticing=sorted(noticing),
        silent=sorted(silent),
        calling_nothing=sorted(nothing),
        unknown=sorted(passing - noticing - silent - nothing),
        functions=sorted(_functions(found), key=lambda one: (-one.missed, one.function)),
        left=found.left,
        left_out=found.left_out,
        unread=found.unread,
    )


def _functions(found: Noticed) -> Iterator[FunctionSharpness]:
    tried: defaultdict[str, list[Corruption]] = defaultdict(list)
    for key, kind in found.by:
        if kind != _ANY_ERROR and _is_call(key) and not kind.startswith(_SIDE_EFFECTS):
            tried[function_of(key)].append((key, kind))
    for corruptions in tried.values():
        missed = [one for one in corruptions if not found.by[one]]
        yield FunctionSharpness(
            function=function_of(found.calls[corruptions[0][0]][0]),
            calls=len({key for key, _ in corruptions}),
            noticed=len(corruptions) - len(missed),
            missed=len(missed),
            unnoticed=_sentences(found, missed)[:_MOST_SENTENCES],
        )


def _sentences(found: Noticed, missed: Sequence[Corruption]) -> list[str]:
    """What the program may do without a test that notices, the simplest call first."""
    said = []
    for key, kind in sorted(missed, key=lambda one: _simplicity(found.calls[one[0]][0], one)):
        call, answer = found.calls[key]
        lost = LostAnswer(call=call, answer=answer, instead=found.instead[key, kind], kind=kind, now="made")
        said.append(f"`{call.removesuffix('(...)')}` may {lost.effect()}")
    return list(dict.fromkeys(said))


def _simplicity(call: str, one: Corruption) -> tuple[bool, int, Corruption]:
    """The order of calls to show: one with its arguments, a short one."""
    return call.endswith("(...)"), len(call), one
