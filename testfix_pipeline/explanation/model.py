"""The result of `testfix explain`: the records that `--json` prints and that Python callers get."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Place(_Record):
    """A statement that may be at fault. `score` is 0 to 1, relative to the most suspicious one; `code` is its text."""

    file: str
    line: int
    function: str = ""
    code: str = ""
    score: float = 0.0

    @property
    def shown(self) -> str:
        """`shop/till.py:12`."""
        return f"{self.file}:{self.line}"


class ComparedValues(_Record):
    """What a failing assertion got and what it expected, as source text."""

    test: str
    given: str
    expected: str


class Cause(_Record):
    """Failing tests with their probable cause in a sentence.

    place: the statement that is probably at fault, first of `look_at`. evidence: sentences, the strongest first.
    lacking: why no small edit can repair it, as clauses; [] if one may. by: the tool that says so.
    """

    title: str
    tests: list[str]
    cause: str
    place: Place | None = None
    evidence: list[str] = Field(default_factory=list)
    values: list[ComparedValues] = Field(default_factory=list)
    look_at: list[Place] = Field(default_factory=list)
    lacking: list[str] = Field(default_factory=list)
    by: str = "builtin"


class NotOfTheCode(_Record):
    """A failing test that no change of the program can be expected to fix, with the reason."""

    test: str
    reason: str


class Explanation(_Record):
    """The causes of a project's failing tests, most tests first; no patch.

    abstained: why no small edit can repair what fails, "" where one may repair a part. next: what to do then. seconds:
    of all of it, `search_seconds` of experiments alone. asked: models that answered, or why one did not.
    """

    version: Literal[1] = 1
    project: str
    tests: int
    failing: int
    causes: list[Cause] = Field(default_factory=list)
    not_of_the_code: list[NotOfTheCode] = Field(default_factory=list)
    abstained: str = ""
    next: str = ""
    asked: list[str] = Field(default_factory=list)
    seconds: float = 0.0
    search_seconds: float = 0.0
    notes: list[str] = Field(default_factory=list)
