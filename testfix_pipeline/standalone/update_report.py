"""The report on a trial of newer releases: printed by `--json`, stored, and read by people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.standalone.report import Bug, ProjectRepair
from testfix_pipeline.updates.tomorrow.environments import How, Release

MOST_TESTS = 3
SECONDS = 300.0
"""For the search of patches of a trial, unless something else is asked for."""
_PATCH = {
    "": "",
    "both": " A patch is green with the present and the new ones.",
    "the new ones": " A patch is green only with the new ones: merge it together with the update.",
}
TrialOutcome = Literal["not tried", "nothing newer", "holds", "repaired", "breaks"]


class Breakage(BaseModel):
    """Tests that pass now and fail alike with newer releases, and the updates that they may come of."""

    model_config = ConfigDict(extra="forbid")

    title: str
    tests: list[str]
    updates: list[Update] = Field(default_factory=list)


class UpdateTrial(BaseModel):
    """One trial of a project.

    outcome: "not tried" (`problem` and `next_step` say why), "nothing newer", "holds" (all that passes now still does),
    "repaired" (with the patch in `repair.diff`), "breaks". update: how far releases may go. releases: that differ from
    the installed ones. environment: its folder, or several as in PATH. held: libraries that stay as they are, with the
    package client's reason. red_before: tests that fail today anyway. published: where the patch went.
    """

    model_config = ConfigDict(extra="forbid")

    version: Literal[1] = 1
    project: str
    repository: str
    commit: str = ""
    update: How
    outcome: TrialOutcome
    problem: str = ""
    next_step: str = ""
    environment: str = ""
    client: str = ""
    releases: list[Release] = Field(default_factory=list)
    held: dict[str, str] = Field(default_factory=dict)
    red_before: int = 0
    broken: list[Breakage] = Field(default_factory=list)
    repair: ProjectRepair | None = None
    published: str = ""
    seconds: float = 0.0

    @property
    def works_on(self) -> str:
        """The releases on which the patch is green: "both", "the new ones", or "" without a patch."""
        found = self.repair
        if found is None or not found.diff:
            return ""
        landed = [bug.check for bug in found.bugs if bug.outcome != "lead" and bug.check and bug.check.confirmed]
        return "both" if all(check.holds_at_present for check in landed) else "the new ones"

    def summary(self) -> str:
        """Return one or two sentences."""
        if self.outcome == "not tried":
            return f"Newer releases ({self.update}) were not tried: {self.problem}"
        if self.outcome == "nothing newer":
            return f"There are no newer releases ({self.update})."
        what = f"newer releases ({self.update}) of {_libraries(len(self.releases))}"
        if self.outcome == "holds":
            return f"The suite holds with {what}."
        if not self.broken:
            return f"The suite can't be run with {what}."
        tests = counted(sum(len(one.tests) for one in self.broken), "test")
        more = " It does not repair all." if self.outcome == "breaks" and self.works_on else ""
        return f"{tests} would break with {what}.{_PATCH[self.works_on]}{more}"

    def lines(self) -> Iterator[str]:
        """Return the report for people, without the diff."""
        yield self.summary()
        if self.next_step:
            yield f"  next     {self.next_step}"
        yield from (f"  would be {one.describe()}" for one in self.releases)
        yield from (f"  stays    {name}: {why}" for name, why in self.held.items())
        if self.red_before:
            yield f"  red now  {counted(self.red_before, 'test')}, left alone"
        for one in self.broken:
            more = f" and {len(one.tests) - MOST_TESTS} more" if len(one.tests) > MOST_TESTS else ""
            yield f"  breaks   {', '.join(one.tests[:MOST_TESTS])}{more}"
            yield from (f"           {said}" for said in [update.describe() for update in one.updates] or [one.title])
        yield from (line for bug in (self.repair.bugs if self.repair else ()) for line in _of_bug(bug))
        if self.repair is not None and self.repair.tests_need_patch:
            yield "  tests    need a change that a person has to make: `testfix nightly try` shows it"
        if self.published:
            yield f"  patch    {self.published}"


def _libraries(number: int) -> str:
    return "1 library" if number == 1 else f"{number} libraries"


def _of_bug(bug: Bug) -> Iterator[str]:
    if bug.patch is not None and bug.check is not None and bug.check.confirmed:
        how = "a lead " if bug.outcome == "lead" else "repaired"
        where = {True: "green with both", False: "green with the new releases alone", None: "not confirmed"}
        yield f"  {how} {bug.patch.location}: {bug.patch.description}"
        yield f"           {where[bug.check.holds_at_present]}; {bug.patch.meaning}"
    yield from (f"  next     {step}" for step in bug.next_steps)
