"""Measures whether changed tests notice what the old ones noticed: on the same program, calls answer something else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.patch_policy.language_registry import is_source, language_of
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import LostAnswer, NoticedAnswer, Sharpness, Verification
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification import javascript_sharpness, python_sharpness
from testfix_pipeline.steps.verification.changed_test_side import TestSideChanges, names_of
from testfix_pipeline.steps.verification.compared_commits import CommitPair, code_alone
from testfix_pipeline.steps.verification.noticed_answers import Corruption, Noticed, function_of

_PLAIN = frozenset(("None", "True", "False", "0", "1", "''", "[]", "{}", "()", "set()"))
_PLAIN |= {"undefined", "null", "true", "false", "[Function]"}
"""Answers that say too little to stand for a call with other arguments."""
WAYS = (python_sharpness, javascript_sharpness)


@dataclass(frozen=True)
class _Question:
    """Tests of one language, in files before and after the change and all files after it. ask: see the ways to ask."""

    ask: Callable[..., Noticed]
    before: Path
    after: Path
    old_files: Sequence[TestId]
    new_files: Sequence[TestId]
    all_files: Sequence[TestId]


def measured_sharpness(
    wb: Workbench, compared: CommitPair, found: Verification, side: TestSideChanges
) -> Sharpness | None:
    """Return what the change's tests no longer notice; None where that can't be measured, or files are only added.

    Both forms of the tests run on the changed program. Measured are the tests of Python, JavaScript and TypeScript:
    those of the changed files, or all of them if helpers or settings changed.
    """
    ways = [(way, files) for way in WAYS if (files := _files(found, side, way.SUFFIXES))[0]]
    if not ways or not (side.altered or side.helpers or _tests_to_credit(found, side)):
        return None
    code = [wb.in_repository(path) for path in found.files if path not in (*found.test_files, *side.helpers)]
    with (
        wb.worktree("tests-before", code_alone(wb.mirror, compared, code)) as before,
        wb.worktree("tests-after", compared.after) as after,
    ):
        statuses = {before: found.after, after: found.final_statuses}
        asked = (_Question(way.way_to_ask(wb, compared, found, statuses), before, after, *files) for way, files in ways)
        measured = [one for question in asked if (one := _measured(question, found, side)) is not None]
    return measured[0].joined(*measured[1:]) if measured else None


def _measured(asked: _Question, found: Verification, side: TestSideChanges) -> Sharpness | None:
    ask, before, after = asked.ask, asked.before, asked.after
    first = _tests_to_credit(found, side)
    is_whole = bool(side.helpers) or side.affected or not first
    old = ask(before, asked.old_files, first=first, whole=is_whole)
    wanted, noticing = old.noticed, {test for tests in old.by.values() for test in tests}
    if not wanted:
        broken = sorted(TestId(test) for test in old.failing if found.after.get(test) == "passed")
        return Sharpness(unwatched=broken, unread=old.unread) if broken else None
    own = [test for test in found.own_tests if test in noticing or not side.is_as_before(TestId(test))]
    stages = [_of_files(own, asked.new_files), asked.new_files, asked.all_files]
    new, every, lost, unknown = Noticed(), Noticed(), wanted, 0
    for tests in stages[: 2 if asked.new_files == asked.all_files else 3]:
        if lost:
            new = ask(after, tests, wanted=lost, patience=2 if tests is stages[0] else 4)
            open_ones, lost = new.missed(lost)
            every, unknown = every.joined(new), unknown + len(open_ones)
    unwatched = sorted(TestId(test) for test in every.failing if found.own_tests.get(test) == "passed")
    if lost:
        tests = _of_files({test for one in lost for test in old.by[one]}, asked.old_files)
        lost = ask(before, tests, wanted=lost, patience=4, alone=True).noticed
    similar = _similar(lost, old, new)
    elsewhere = ask(after, asked.all_files, wanted=similar, patience=4) if similar else Noticed()
    lost = [one for one in lost if not _is_same_answer_noticed(*one, old, elsewhere)]
    return Sharpness(
        calls=len({call for call, _ in old.calls.values() if not call.endswith("(...)")}),
        noticed=len(wanted),
        left=old.left,
        left_out=old.left_out,
        unseen=len(old.unseen),
        unread=old.unread,
        unknown=unknown,
        credited=sorted(map(TestId, noticing)),
        unwatched=unwatched,
        unproved=list(old.unproved),
        lost=[_lost_answer(one, old, new, elsewhere) for one in lost],
        answers=[_noticed_answer(one, old, every) for one in wanted],
    )


def _of_files(tests: Iterable[str], files: Collection[TestId]) -> list[TestId]:
    """Return those of some tests that are in files."""
    return sorted(test for test in map(TestId, tests) if test.file_id in files)


def _noticed_answer(one: Corruption, old: Noticed, new: Noticed) -> NoticedAnswer:
    key, kind = one
    call, answer = old.calls[key]
    noticing = list(new.by.get(one, ()))
    passing = [] if noticing or one not in new.by else list(new.makers.get(key, ()))
    return NoticedAnswer(
        call=call, answer=answer, instead=old.instead[one], kind=kind,
        old=list(old.by[one]), new=noticing, passing=passing,
    )  # fmt: skip


def _lost_answer(lost: Corruption, old: Noticed, new: Noticed, elsewhere: Noticed) -> LostAnswer:
    key, kind = lost
    call, answer = old.calls[key]
    now: Literal["made", "other arguments", "none"] = "made"
    if key not in new.calls:
        now = "other arguments" if elsewhere.is_watched(key, kind) else "none"
    return LostAnswer(call=call, answer=answer, instead=old.instead[lost], kind=kind, now=now)


def with_sharpness(found: Verification, measured: Sharpness | None) -> Verification:
    """Add what was measured, which stands in for what is read in tests and helpers whose power it covers."""
    if measured is None:
        return found
    languages = {language_of(test.file) for test in measured.credited}
    partial = measured.unwatched or measured.unseen
    helpers = [path for path in found.helpers if partial or not _is_followed(path, languages)]
    plain = {"removed", "skipped"} if measured.lost else set()
    followed = {*found.helpers} - {*helpers}
    edits = [
        one
        for one in found.test_edits
        if one.kind in plain or not (one.test.file in followed or _is_covered(one.test, measured.credited))
    ]
    return found.model_copy(update={"sharpness": measured, "test_edits": edits, "helpers": helpers})


def _is_followed(helper: str, languages: Collection[object]) -> bool:
    """Whether tests in these languages, when they are measured, run with what a helper says."""
    if javascript_sharpness.is_for_framework_alone(helper):
        return False
    return language_of(helper) in languages if is_source(helper) else True


def _is_covered(edited: TestId, credited: Sequence[TestId]) -> bool:
    """Whether an edited test, or one of the tests that share an edited group or file, notices anything."""
    return any(one == edited or one.file_id == edited or one.startswith(f"{edited}::") for one in credited)


def _similar(lost: Sequence[Corruption], old: Noticed, new: Noticed) -> list[Corruption]:
    """Return, for calls that are not made any more, new calls of their functions, to be corrupted in the same way."""
    kinds = {(function_of(key), kind) for key, kind in lost if key not in new.calls}
    return [
        (key, kind)
        for key in new.calls
        if key not in old.calls
        for function, kind in sorted(kinds)
        if function == function_of(key)
    ]


def _is_same_answer_noticed(key: str, kind: str, old: Noticed, elsewhere: Noticed) -> bool:
    """Whether a call of the function with other arguments gives the same telling answer, and is watched as well."""
    answer = old.calls[key][1]
    return answer not in _PLAIN and any(
        elsewhere.calls[other][1] == answer
        for other, one in elsewhere.noticed
        if one == kind and function_of(other) == function_of(key)
    )


def _files(
    found: Verification, side: TestSideChanges, suffixes: tuple[str, ...]
) -> tuple[list[TestId], list[TestId], list[TestId]]:
    """Return a language's test files to measure before the change, after it, and all after it."""
    before, after = (
        {TestId(test).file_id for test in tests if TestId(test).file.endswith(suffixes)}
        for tests in (found.before, found.own_tests)
    )
    everything = {one for one in before if one.file not in side.before} | after
    if side.helpers:
        return sorted(before), sorted(everything), sorted(everything)
    return (
        sorted(one for one in before if one.file in side.before),
        sorted(one for one in after if one.file in side.after),
        sorted(everything),
    )


def _tests_to_credit(found: Verification, side: TestSideChanges) -> list[str]:
    """Return the old tests that a change edits, renames or removes: what they notice has to be known."""
    changes = side.changes
    return [
        test
        for test in found.before
        if not side.is_as_before(TestId(test))
        or any(one.shared and one.names == names_of(TestId(test))[: len(one.names)]
               for one in changes.get(TestId(test).file, ()))
    ]  # fmt: skip
