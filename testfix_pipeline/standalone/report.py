"""The result of repairing a whole project: the records that `--json` prints and that Python callers get.

`ProjectRepair.model_json_schema()` is the schema of the JSON form; `version` is raised when a field changes meaning.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr

from testfix_pipeline.core.cycle_rules.confidence import LAND_FROM, READ_BELOW
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.explanation.model import NotOfTheCode

_EARLIER_NAMES = BeforeValidator(lambda value: "fixed" if value == "mended" else value)
"""Reads an outcome of earlier reports, in which "fixed" was called "mended"."""

BugOutcome = Annotated[Literal["fixed", "partial", "lead", "open", "not tried"], _EARLIER_NAMES]
Ended = Literal["found", "space", "budget", "cancelled", ""]
Outcome = Annotated[Literal["green", "fixed", "partial", "partly", "open", "cancelled"], _EARLIER_NAMES]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SuspiciousLine(_Record):
    """A line that may hold the bug. `score` is 0 to 1, relative to the most suspicious one; `code` is its text."""

    file: str
    line: int
    score: float
    code: str = ""


class Patch(_Record):
    """A change that makes failing tests pass. `complete`: all of the bug's. `flips`: those that pass with it.

    confidence: 0 to 1, and in words in `meaning`. differs: an input on which it and the first patch differ, with what
    each makes of it, where one was found. doubt: why it is not accepted although the tests agree, "" if it is.
    against: what speaks against it, as sentences. kind: stable ids of its edits, joined; those of fixes for changed
    libraries begin with `library.`.
    """

    location: str
    description: str
    diff: str
    flips: list[str]
    complete: bool
    confidence: float
    meaning: str
    differs: str = ""
    doubt: str = ""
    against: list[str] = Field(default_factory=list)
    kind: str = ""


class Check(_Record):
    """The whole suite in a clean process, on the files as the patch leaves them. `broken`: passed before, not now.

    cancelled: the run did not end. holds_at_present: where newer releases are tried, whether all that passes under the
    present ones still does.
    """

    confirmed: bool
    passed: int = 0
    failing: int = 0
    broken: list[str] = Field(default_factory=list)
    reason: str = ""
    cancelled: bool = False
    holds_at_present: bool | None = None


class Bug(_Record):
    """Failing tests with one signature, and what was done about them.

    patch: the best one; where `outcome` is "fixed" it was confirmed by a clean run and built upon, and so was a
    "partial" one with a `check` that says so; without, it may be sure steps that make no test pass. A "lead" was
    confirmed and held back for its low confidence. others: further plausible patches, likelier ones first. regression:
    since when the tests fail, where earlier code passes them. first_seconds: of the search until the first plausible
    patch, None without one. ended: what ended the search: a patch "found", the whole "space" tried, the "budget" used
    up, "cancelled". abstained: why no small edit can repair it, so that the search was brief. updates: of libraries
    that the failures may come of, each with a pin as an alternative that nothing applies.
    """

    title: str
    tests: list[str]
    outcome: BugOutcome
    patch: Patch | None = None
    check: Check | None = None
    others: list[Patch] = Field(default_factory=list)
    suspicious: list[SuspiciousLine] = Field(default_factory=list)
    regression: str = ""
    candidates: int = 0
    seconds: float = 0.0
    first_seconds: float | None = None
    ended: Ended = ""
    abstained: str = ""
    next_steps: list[str] = Field(default_factory=list)
    notes: list[str] = Field(default_factory=list)
    updates: list[Update] = Field(default_factory=list)

    @property
    def is_built_upon(self) -> bool:
        """Whether the patch is in the tree that the report's diff makes."""
        return self.outcome != "lead" and self.check is not None and self.check.confirmed


class ProjectRepair(_Record):
    """The repair of a project: its bugs in the order they were worked on, and the state before and after.

    outcome, of the tests asked for: "green" none failed, "fixed" none fails any more (but flaky ones), "partial" none
    fails and a patch is below READ_BELOW, "partly" some bugs are fixed, "open" none is, or "cancelled" before anything
    was known. review: whether a patch to keep is below READ_BELOW. diff: all confirmed patches together, as `git apply`
    reads it in `repository`. applied: files that were written to the project; `undo` is the command that takes them
    back. tests_need_patch: what test code that a library's update broke needs, for a person to apply.
    """

    version: Literal[1] = 1
    project: str
    repository: str
    commit: str = ""
    interpreter: str = ""
    containment: str = ""
    outcome: Outcome
    review: bool = False
    tests: int = 0
    failing_before: int = 0
    failing_after: int = 0
    bugs: list[Bug] = Field(default_factory=list)
    left_alone: list[NotOfTheCode] = Field(default_factory=list)
    tests_need_patch: str = ""
    diff: str = ""
    applied: list[str] = Field(default_factory=list)
    undo: str = ""
    seconds: float = 0.0
    notes: list[str] = Field(default_factory=list)

    _files: list[ChangedText] = PrivateAttr(default_factory=list)

    @property
    def patch(self) -> bytes:
        """`diff` with each part in the encoding of what it changes; only of a repair made in this process."""
        return b"".join(file.diff.encode(file.encoding) for file in self._files)

    @property
    def is_repaired(self) -> bool:
        """Whether every test passes now that a change of the code could fix."""
        return self.outcome in ("green", "fixed", "partial")

    @property
    def unsure(self) -> list[float]:
        """The confidences of the patches to keep that are below READ_BELOW."""
        kept = (bug.patch.confidence for bug in self.bugs if bug.is_built_upon and bug.patch is not None)
        return [confidence for confidence in kept if confidence < READ_BELOW]


class ChangedText(_Record):
    """A file of the project's root as it was measured (None: absent) and as the patches leave it, with its diff."""

    path: str
    before: bytes | None
    after: bytes
    diff: str
    encoding: str


PARTLY = "fixes only a part of the failures: whether its steps are right is unproved"
"""What any confidence is to tell of a patch that is not complete."""


def meaning(confidence: float) -> str:
    """What a confidence is to tell: how likely the patch is what a developer would have written."""
    words = (
        (0.8, "very likely right"),
        (READ_BELOW, "probably right; read it before you keep it"),
        (LAND_FROM, "as likely wrong as right: the tests allow other changes too"),
        (0.0, "doubtful: it passes the tests but shows signs of fitting them too closely"),
    )
    return next(text for least, text in words if confidence >= least)
