"""Measures whether changed tests notice what the old ones noticed: on the same program, calls answer something else."""

from __future__ import annotations

import ast
import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from testfix_pipeline.core import python_code
from testfix_pipeline.core.patch_policy.language_registry import is_source
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import LostAnswer, Sharpness, Verification
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.measurement.suite_measurement import suite_timeout
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.changed_test_side import TestSideChanges, names_of
from testfix_pipeline.steps.verification.compared_commits import CommitPair, code_alone

LEAST_SECONDS, SHARES = 4.0, 2.0
"""The time for a question: seconds of computing, and multiples of what its tests take; questions of detail get more."""
MOST_DATA = 40
_UNREADABLE = (SyntaxError, ValueError, TypeError, RecursionError, MemoryError)
_PLAIN = frozenset(("None", "True", "False", "0", "1", "''", "[]", "{}", "()", "set()"))
"""Answers that say too little to stand for a call with other arguments."""

Corruption = tuple[str, str]
"""The key of a call (with its arguments and its answer), and the kind of what it answers instead."""


@dataclass(frozen=True)
class _Noticed:
    """What tests notice. by: the tests that noticed each corruption that was tried; calls: as texts with their answers,
    by key; instead: the other answers; failing: tests that fail while they are watched; left: how many corruptions were
    not tried for want of time."""

    by: Mapping[Corruption, Sequence[str]] = field(default_factory=dict)
    calls: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    instead: Mapping[Corruption, str] = field(default_factory=dict)
    failing: frozenset[str] = frozenset()
    left: int = 0

    @property
    def noticed(self) -> list[Corruption]:
        return [one for one, tests in self.by.items() if tests]

    def misses(self, wanted: Sequence[Corruption]) -> list[Corruption]:
        """Return those that nobody noticed, or whose call is not made; those that were not tried may be noticed."""
        return [one for one in wanted if not self.by.get(one, one[0] in self.calls)]

    def is_watched(self, key: str, kind: str) -> bool:
        """Whether calls of the function of a call are noticed, and none with a corruption of this kind is not."""
        tried = {other: tests for other, tests in self.by.items() if _function(other[0]) == _function(key)}
        return any(tried.values()) and all(tests for (_, other), tests in tried.items() if other == kind)


def measured_sharpness(
    wb: Workbench, compared: CommitPair, found: Verification, side: TestSideChanges
) -> Sharpness | None:
    """Return what the change's tests no longer notice; None where that can't be measured.

    Both forms of the tests run on the changed program. Measured are Python's tests: those of the changed files, or all
    of them if helpers or settings changed.
    """
    old_files, new_files, all_files = _files(found, side)
    if not old_files or not wb.target.uses_interpreter:
        return None
    code = [wb.in_repository(path) for path in found.files if path not in (*found.test_files, *side.helpers)]
    common = {"files": _program(wb, compared.after), **_added(wb, compared, found)}
    ask = partial(_ask, wb, common)
    first = _tests_to_credit(found, side)
    with (
        wb.worktree("tests-before", code_alone(wb.mirror, compared, code)) as before,
        wb.worktree("tests-after", compared.after) as after,
    ):
        old = ask(before, old_files, first=first, whole=bool(side.helpers) or not first)
        wanted = old.noticed
        if not wanted:
            return None
        new = asked = ask(after, new_files, wanted=wanted, patience=2)
        lost = new.misses(wanted)
        unwatched = sorted(TestId(test) for test in new.failing if found.own_tests.get(test) == "passed")
        if lost and new_files != all_files:
            new = ask(after, all_files, wanted=lost, patience=4)
            lost = new.misses(lost)
        if lost:
            lost = ask(before, old_files, wanted=lost, patience=4, alone=True).noticed
        similar = _similar(lost, old, new)
        elsewhere = ask(after, all_files, wanted=similar, patience=4) if similar else _Noticed()
    lost = [one for one in lost if not _is_same_answer_noticed(*one, old, elsewhere)]
    unknown = len([one for one in wanted if one not in asked.by and one[0] in asked.calls])
    credited = sorted({TestId(test) for tests in old.by.values() for test in tests})
    return Sharpness(
        calls=len({call for call, _ in old.calls.values() if not call.endswith("(...)")}),
        noticed=len(wanted),
        left=old.left,
        unknown=unknown,
        credited=credited,
        unwatched=unwatched,
        lost=[_lost_answer(one, old, new, elsewhere) for one in lost],
    )


def _lost_answer(lost: Corruption, old: _Noticed, new: _Noticed, elsewhere: _Noticed) -> LostAnswer:
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
    plain = {"removed", "skipped"} if measured.lost else set()
    edits = [one for one in found.test_edits if one.kind in plain or not _is_covered(one.test, measured.credited)]
    helpers = [path for path in found.helpers if is_source(path) and not path.endswith(".py")]
    return found.model_copy(update={"sharpness": measured, "test_edits": edits, "helpers": helpers})


def _is_covered(edited: TestId, credited: Sequence[TestId]) -> bool:
    """Whether an edited test, or one of the tests that share an edited group or file, notices anything."""
    return any(one == edited or one.file_id == edited or one.startswith(f"{edited}::") for one in credited)


def _similar(lost: Sequence[Corruption], old: _Noticed, new: _Noticed) -> list[Corruption]:
    """Return, for calls that are not made any more, new calls of their functions, to be corrupted in the same way."""
    kinds = {(_function(key), kind) for key, kind in lost if key not in new.calls}
    return [
        (key, kind)
        for key in new.calls
        if key not in old.calls
        for function, kind in sorted(kinds)
        if function == _function(key)
    ]


def _is_same_answer_noticed(key: str, kind: str, old: _Noticed, elsewhere: _Noticed) -> bool:
    """Whether a call of the function with other arguments gives the same telling answer, and is watched as well."""
    answer = old.calls[key][1]
    return answer not in _PLAIN and any(
        elsewhere.calls[other][1] == answer
        for other, one in elsewhere.noticed
        if one == kind and _function(other) == _function(key)
    )


def _function(key: str) -> str:
    return key.partition("(")[0]


def _files(found: Verification, side: TestSideChanges) -> tuple[list[TestId], list[TestId], list[TestId]]:
    """Return Python's test files to measure before the change, after it, and all after it."""
    before, after = (
        {TestId(test).file_id for test in tests if TestId(test).file.endswith(".py")}
        for tests in (found.before, found.own_tests)
    )
    everything = {one for one in before if one.file not in side.before} | after
    if side.helpers:
        return sorted(before), sorted(after), sorted(after)
    return (
        sorted(one for one in before if one.file in side.before),
        sorted(one for one in after if one.file in side.after),
        sorted(everything),
    )


def _tests_to_credit(found: Verification, side: TestSideChanges) -> list[str]:
    """Return the old tests that a change edits or removes: those of which it has to be known what they notice."""
    changes = side.changes
    return [
        test
        for test in found.before
        if any(one.shared or one.names == names_of(TestId(test))[: len(one.names)]
               for one in changes.get(TestId(test).file, ()))
    ]  # fmt: skip


def _program(wb: Workbench, commit: str) -> list[str]:
    python = (path for path in wb.mirror.files(commit) if path.endswith(".py"))
    return [wb.in_project(path) for path in python if not is_test_side(wb, path)]


def _added(wb: Workbench, compared: CommitPair, found: Verification) -> dict[str, list[str]]:
    """Return the data and the names that the change writes into Python's tests: what calls must not answer or raise."""
    values: Counter[str] = Counter()
    names: Counter[str] = Counter()
    for path in found.test_files:
        if path.endswith(".py"):
            sides = (wb.mirror.read(commit, wb.in_repository(path)) for commit in (compared.before, compared.after))
            old, new = (_nodes(content) for content in sides)
            values += Counter(_data(new)) - Counter(_data(old))
            names += Counter(_names(new)) - Counter(_names(old))
    return {"values": [*values][:MOST_DATA], "errors": sorted(names)}


def _nodes(content: bytes | None) -> list[ast.AST]:
    with contextlib.suppress(*_UNREADABLE):
        return list(ast.walk(python_code.parse(content or b"")))
    return []


def _data(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield the texts of all literals and displays of data."""
    for node in nodes:
        with contextlib.suppress(*_UNREADABLE):
            text = repr(python_code.literal(node))
            python_code.literal(text)  # raises for what has no text, such as infinity
            yield text


def _names(nodes: Sequence[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Name | ast.Attribute):
            yield node.id if isinstance(node, ast.Name) else node.attr


def _ask(
    wb: Workbench,
    common: Mapping[str, Any],
    tree: Path,
    tests: Sequence[TestId],
    *,
    wanted: Sequence[Corruption] | None = None,
    patience: int = 1,
    **more: Any,
) -> _Noticed:
    """Return what the tests of these files in `tree` notice.

    patience: times the usual time; common, more: see `in_target/testfix_sharpness.py`.
    """
    events: list[dict[str, Any]] = []
    seconds = {"seconds": patience * LEAST_SECONDS, "shares": patience * SHARES}
    order = {**common, **seconds, "first": [], "whole": True, "wanted": wanted, "alone": False, **more}
    run_suite(wb.target, tree, tests=tests, timeout=suite_timeout(wb), witness=events, sharpness=order)
    calls = [event for event in events if "key" in event]
    return _Noticed(
        {(one["key"], kind): tests for one in calls for kind, (_, tests) in one["by"].items()},
        {one["key"]: (one["call"], one["answer"]) for one in calls},
        {(one["key"], kind): other for one in calls for kind, (other, _) in one["by"].items()},
        frozenset(test for event in events for test in event.get("broken", ())),
        sum(event.get("left", 0) for event in events),
    )
