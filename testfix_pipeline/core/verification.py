"""The verdict on a change from its measurements: `verified`, `not verified` or `cannot tell`.

The changed code is judged by the tests as they were before. Changed tests are judged separately, since a change may
edit what a test asks for.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from pydantic import Field

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import Grade, Outcome
from testfix_pipeline.core.test_ids import TestId

Verdict = Literal["verified", "not verified", "cannot tell", "nothing to verify"]
TestEditKind = Literal["removed", "skipped", "emptied", "edited"]
EXIT_CODES: Mapping[Verdict, int] = {"verified": 0, "not verified": 1, "cannot tell": 2, "nothing to verify": 0}
HARMLESS_RULES = frozenset({"ci_files"})
"""Rules for tools that do not hold for people: nothing of what they refuse runs with the tests."""
_ERRORS = ("error", "other error", "wider error", "other message")
_MOST_SHOWN = 4


class TestEdit(Record):
    """The edit of one test by a change: removed, skipped, not able to fail any more, or of another text, which a person
    has to judge.

    test: only the file for shared code. why: a sentence.
    """

    __test__ = False

    test: TestId
    kind: TestEditKind
    why: str


class RefusedPlace(Record):
    """A place in a change that a rule on tampering refuses. `lines` count from 1, after the change."""

    rule: str
    path: str
    lines: list[int] = Field(default_factory=list)
    reason: str


class BehaviourDifference(Record):
    """A call of a changed function with different results, before and after the change.

    made_by: "a test", whose call it is, or "us": like those of tests, with another argument.
    """

    call: str
    before: str
    after: str
    made_by: Literal["a test", "us"]


class LostAnswer(Record):
    """Another answer of a call that the old tests notice and the new ones do not.

    kind: how the other answer differs (see `in_target/testfix_corruptions.py`). now: the call is made; or calls of the
    function with other arguments are, which notice that kind; or none.
    """

    call: str
    answer: str
    instead: str
    kind: str
    now: Literal["made", "other arguments", "none"]

    def describe(self) -> str:
        """Return what the program may do now, as a sentence."""
        if self.now != "made":
            if self.call.endswith("(...)"):
                return f"No test calls `{self.call.removesuffix('(...)')}` any more."
            return f"No test sees any more what `{self.call}` comes to (`{self.answer}`)."
        return f"`{self.call.removesuffix('(...)')}` may {self.effect()}: no test notices any more."

    def effect(self) -> str:
        """Return what the program may do, after "may"."""
        if self.kind.startswith("mutant "):
            place, _, change = self.instead.partition(" ")
            return f"be wrong at line {place.partition(':')[0]} ({change})"
        if self.kind == "not called":
            return "do nothing"
        if self.kind.startswith("writes "):
            return f"write {'nothing' if self.instead == 'nothing' else f'`{self.instead}`'}"
        if self.kind.startswith("gives "):
            return "call what it is given with other arguments"
        if self.kind.startswith("left "):
            return f"leave `{self.kind[5:]}` as `{self.instead}`"
        if "(" not in self.call:
            return f"be `{self.instead}` instead of `{self.answer}`"
        raises = self.kind.startswith("raises ") or self.kind in _ERRORS
        instead = "nothing" if self.kind == "no error" else f"`{self.instead}`"
        return f"{'raise' if raises else 'answer'} {instead} instead of `{self.answer}`"


class NoticedAnswer(Record):
    """Another answer of a call that old tests notice.

    kind: see `LostAnswer`. old: the tests that notice it; new: those that do as the change leaves them; passing: those
    that make the call then and let it pass, if nobody notices.
    """

    call: str
    answer: str
    instead: str
    kind: str
    old: list[str]
    new: list[str]
    passing: list[str]


class Sharpness(Record):
    """What a change's tests notice of what the old tests notice, on the same program, if calls answer something else.

    calls: how many were recorded; noticed: how many other answers the old tests notice; left: how many were not tried
    for want of time; unseen: how many tests were not watched for it; left_out: how many functions can't be watched;
    unread: how many files are not, of many; unknown: how many of those noticed there was no time to ask the new tests
    about; credited: old tests that notice any; unwatched: new tests that pass, but not while their calls are recorded;
    unproved: assertions that the change takes out and that noticed nothing, as places with their texts; lost: what the
    new tests do not notice; answers: all that the old ones notice, which is not stored.
    """

    calls: int = 0
    noticed: int = 0
    left: int = 0
    left_out: int = 0
    unseen: int = 0
    unread: int = 0
    unknown: int = 0
    credited: list[TestId] = Field(default_factory=list)
    unwatched: list[TestId] = Field(default_factory=list)
    unproved: list[str] = Field(default_factory=list)
    lost: list[LostAnswer] = Field(default_factory=list)
    answers: list[NoticedAnswer] = Field(default_factory=list, exclude=True)

    def joined(self, *others: Sharpness) -> Sharpness:
        """Return this and what was measured of tests in other languages."""
        found = self
        for one in others:
            found = Sharpness.model_validate({name: value + getattr(one, name) for name, value in found})
        return found


class ChangedExpectation(Record):
    """What a test asked for and asks for now, as statements: it failed before the change and passes only as edited."""

    test: TestId
    before: list[str]
    after: list[str]

    def describe(self) -> str:
        """Return the question that only a person can answer."""
        old, new = ("; ".join(side) or "nothing" for side in (self.before, self.after))
        return f"which is right, `{old}` before or `{new}` now?"


class HunkNeed(Record):
    """A hunk of a change outside of tests, and the tests that pass after the change and not without it.

    first, last: its lines after the change, from 1; text: the first of them. tried: False if it is one of too many, or
    a link.
    """

    path: str
    first: int
    last: int
    text: str
    tests: list[TestId] = Field(default_factory=list)
    tried: bool = True

    def describe(self) -> str:
        """Return the place, the text, and the tests that need it."""
        place = f"{self.path}:{self.first}" + (f"-{self.last}" if self.last > self.first else "")
        return f"{place} `{self.text}`" + (f": {first_names(self.tests, 3)}" if self.tests else "")


class Verification(Record):
    """The findings of `testfix verify`.

    base, head: the compared states, as people name them. before, after: statuses by test id, of the tests as they were
    before the change. own_tests: those of the changed tests on the changed code; own_before: those of the tests that
    have to prove the change, on the code before it. helpers: changed settings of tests, and test-side files without
    tests. lost: passed before and no longer do. moved: failed before under another name, and fail now. moved_from:
    which earlier failing test a changed one is. beside: unchanged tests that still fail, and pass only if changed tests
    run with them. objection: why the newly passing tests are no repair. doubts: why the cycle would hold the change
    back, as sentences. fault: why nothing could be measured; ends_runs: the change is why. grade: that of the runs.
    unchanged: both sides are equal, and nothing was run. behaviour: differing calls, of calls_compared; they decide
    nothing. behaviour_note: why none were compared. seconds: the total wall time; suite_seconds: that of one run of the
    suite. sharpness: None if it was not measured. content: a fingerprint of the changed files before and after the
    change, whatever the commits are. acknowledged: a person has answered for this content; stale: for another one,
    whose fingerprint was given. ignored: tests whose failure a person ignores, and which fail alike after. hunks: of
    the program, with the tests that need them, if that was asked for.
    """

    base: str
    head: str
    files: list[str] = Field(default_factory=list)
    test_files: list[str] = Field(default_factory=list)
    before: dict[str, str] = Field(default_factory=dict)
    after: dict[str, str] = Field(default_factory=dict)
    own_tests: dict[str, str] = Field(default_factory=dict)
    own_before: dict[str, str] = Field(default_factory=dict)
    helpers: list[str] = Field(default_factory=list)
    newly_passing: list[TestId] = Field(default_factory=list)
    lost: list[TestId] = Field(default_factory=list)
    flaky: list[TestId] = Field(default_factory=list)
    moved: list[TestId] = Field(default_factory=list)
    moved_from: dict[TestId, TestId] = Field(default_factory=dict)
    beside: list[TestId] = Field(default_factory=list)
    test_edits: list[TestEdit] = Field(default_factory=list)
    refused: list[RefusedPlace] = Field(default_factory=list)
    objection: str = ""
    doubts: list[str] = Field(default_factory=list)
    fault: str = ""
    ends_runs: bool = False
    grade: Grade = "proved"
    unchanged: bool = False
    behaviour: list[BehaviourDifference] = Field(default_factory=list)
    calls_compared: int = 0
    behaviour_note: str = ""
    sharpness: Sharpness | None = None
    content: str = ""
    acknowledged: bool = False
    stale: bool = False
    ignored: list[TestId] = Field(default_factory=list)
    expectations: list[ChangedExpectation] = Field(default_factory=list)
    hunks: list[HunkNeed] = Field(default_factory=list)
    seconds: float = 0.0
    suite_seconds: float = 0.0

    @property
    def final_statuses(self) -> dict[str, str]:
        """What the tests do as the change leaves them, on the changed program."""
        again = {TestId(test).file for test in self.own_tests}
        return {test: one for test, one in self.after.items() if TestId(test).file not in again} | self.own_tests

    @property
    def still_failing(self) -> list[TestId]:
        """The tests that failed before the change and do not pass after it, in order."""
        failing = (test for test, status in sorted(self.before.items()) if status in ("failed", "error"))
        return [TestId(test) for test in failing if test not in self.newly_passing and test not in self.flaky]

    @property
    def new_failing(self) -> list[TestId]:
        """The changed tests that fail on the changed code and are new or did not fail before.

        An edited test that failed before counts if the code repairs its earlier form.
        """
        bad = (test for test, status in sorted(self.own_tests.items()) if status in ("failed", "error"))
        known = {*self.still_failing, *self.flaky, *self.moved}
        return [TestId(test) for test in bad if test not in known]

    @property
    def verdict(self) -> Verdict:
        return self.verdict_with_reasons()[0]

    def verdict_with_reasons(self) -> tuple[Verdict, list[str]]:
        """The verdict with its reasons as sentences: those that decided it, or the evidence for the change."""
        if self.unchanged:
            return "nothing to verify", [f"Nothing differs between {self.base} and {self.head}."]
        against = list(_against(self))
        if against:
            return "not verified", against
        unclear = list(_unclear(self))
        if unclear:
            return "cannot tell", unclear
        return "verified", list(_for(self))


def _against(found: Verification) -> Iterator[str]:
    for one in found.refused:
        if one.rule not in HARMLESS_RULES:
            place = f"{one.path}:{one.lines[0]}" if one.lines else one.path
            yield f"{place}: {one.reason} ({one.rule})"
    if found.fault:
        if found.ends_runs:
            yield f"With the change, the tests can no longer be measured: {found.fault}"
        return
    lost = [test for test in found.lost if not _is_edited(found, test)]
    if lost:
        yield f"Passed before and no longer, in test files that the change leaves as they were: {_named(lost)}."
    if found.sharpness is not None and not found.sharpness.unwatched:
        yield from _lost_answers(found, "made", "none")
    for edit in found.test_edits:
        if edit.kind != "edited":
            yield f"{edit.test} is {edit.kind}: {edit.why}"
    if found.new_failing:
        yield f"Changed or added tests fail on the changed code: {_named(found.new_failing)}."
    if found.beside:
        yield f"Fail on the changed code, and pass only beside changed tests: {_named(found.beside)}."
    if found.objection:
        yield f"What newly passes is no repair: {found.objection}"
    elif found.newly_passing or found.lost or _fixed_by_edit(found):
        return
    elif failing := [test for test in found.still_failing if test not in found.ignored]:
        yield f"No failing test newly passes: {_named(failing)}."


def _unclear(found: Verification) -> Iterator[str]:
    if found.fault:
        yield f"The tests could not be measured: {found.fault}"
        return
    if found.acknowledged:
        return
    questions = [f"A person has to say: {said}" for said in _for_a_person(found)]
    yield from questions
    if questions and found.stale:
        yield "The acknowledgement is of another content: the change is not the one that a person has seen."


def _for_a_person(found: Verification) -> Iterator[str]:
    lost = [test for test in found.lost if _is_edited(found, test)]
    if lost:
        yield f"the changed code passes {_named(lost)} as edited, not as they were."
    fixed = _fixed_by_edit(found)
    if fixed:
        yield f"{_named(fixed)} failed before and pass only as edited."
        yield from list(dict.fromkeys(one.describe() for one in found.expectations))[:_MOST_SHOWN]
    hidden = [test for test in found.newly_passing if found.own_before.get(test) == "passed"]
    if hidden:
        yield f"as edited, {_named(hidden)} pass on the code before the change too, and no longer see what it repairs."
    asked = {one.test for one in found.expectations}
    edited = [edit for edit in found.test_edits if edit.kind == "edited" and edit.test not in asked]
    yield from (f"{edit.test} is edited. {edit.why}" for edit in edited)
    sharp = found.sharpness
    if sharp is not None and sharp.unwatched and not sharp.credited and found.test_edits:
        yield f"{_named(sharp.unwatched)} fail while their calls are watched, such as in a deep recursion."
    if sharp is not None and sharp.unknown:
        yield f"there was no time to ask the new tests about {sharp.unknown} of {sharp.noticed} other answers."
    if sharp is not None and sharp.unproved:
        yield f"nothing shows what is lost without {first_names(sharp.unproved, 3)}."
    if sharp is not None and sharp.lost and sharp.unwatched:
        yield f"{_named(sharp.unwatched)} can't be watched: perhaps they notice what is named here."
        yield from _lost_answers(found, "made", "none")
    yield from _lost_answers(found, "other arguments")
    if found.helpers:
        yield f"{_named(found.helpers)} can change what every test asks for, and nobody compares such files."
    added = [TestId(test) for test in found.own_before if test not in found.before]
    if added and not found.newly_passing and all(status == "passed" for status in found.own_before.values()):
        yield f"the added tests pass on the code before the change too, and prove nothing of it: {_named(added)}."
    yield from found.doubts


def _lost_answers(found: Verification, *now: str) -> Iterator[str]:
    """Yield a sentence for each call with an answer that is lost, or for some of many: functions as such come last."""
    lost = [one for one in (found.sharpness.lost if found.sharpness is not None else ()) if one.now in now]
    calls = {one.call: one for one in reversed(lost)}
    shown = sorted(calls.values(), key=lambda one: (one.call.endswith("(...)"), one.now, one.call))[:_MOST_SHOWN]
    yield from (f"{one.describe()} (--show {shlex.quote(one.call)})" for one in shown)
    if len(calls) > _MOST_SHOWN:
        yield f"So it is with {len(calls) - _MOST_SHOWN} more calls."


def _is_edited(found: Verification, test: TestId) -> bool:
    """Whether a test's file is changed, or it passes with the changed helpers and the tests that it inherits."""
    return test.file in found.test_files or found.own_tests.get(test) == "passed"


def _fixed_by_edit(found: Verification) -> list[TestId]:
    now: Mapping[str, str] = {old: new for new, old in found.moved_from.items()}
    return [test for test in found.still_failing if found.own_tests.get(now.get(test, test)) == "passed"]


def _for(found: Verification) -> Iterator[str]:
    if found.newly_passing:
        yield f"Newly passing, and none was lost: {_named(found.newly_passing)}."
    elif not found.lost:
        passed = sum(status == "passed" for status in found.after.values())
        yield f"Nothing was lost: {passed} of {len(found.after)} tests pass as before."
    failing = [test for test in found.still_failing if test not in _fixed_by_edit(found)]
    if failing:
        yield f"Still failing as before: {_named(failing)}."
    if found.acknowledged:
        yield from (f"Acknowledged by a person: {said}" for said in _for_a_person(found))
    sharp = found.sharpness
    if sharp is not None and sharp.credited:
        left = f" ({sharp.left} more were not tried: time)" if sharp.left else ""
        left += f" ({counted(sharp.unseen, 'test')} not watched: time)" if sharp.unseen else ""
        left += f" ({sharp.left_out} functions can't be watched)" if sharp.left_out else ""
        left += f" ({sharp.unread} files of a large program are not watched)" if sharp.unread else ""
        noticed = f"all {sharp.noticed}" if not (sharp.lost or sharp.unknown) else f"some of {sharp.noticed}"
        yield f"The changed tests notice {noticed} other answers that the old ones notice{left}."


def _named(tests: Iterable[str]) -> str:
    return first_names(list(tests), 3)


def statuses(outcomes: Mapping[TestId, Outcome]) -> dict[str, str]:
    """Return the status of each test of a run."""
    return {test: outcome.status for test, outcome in outcomes.items()}
