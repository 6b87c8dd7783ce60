"""What a program asks its libraries for while tests run, under the installed releases or under old ones.

An old release is put before the installed ones on the module search path of the project's own interpreter. It runs
contained, like everything of the project: `execution/in_target/testfix_recorded_calls.py`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.inquiry.probe import ask_target, whereabouts

_INSTALLED = "installed distributions"
Tree = list[Any]
"""A value as `in_target/testfix_recorded_values.py` puts it down."""


class RecordedParameter(BaseModel):
    """A parameter by its kind, as `inspect` names it, and the tree of its default; None where it has none."""

    name: str
    kind: str
    default: Tree | None = None


class RecordedCall(BaseModel):
    """A call of a library's function by the program, or (without `module`) of one of the program's own.

    given: trees by parameter, defaults too. result: None where it raised, or of a constructor. made: what a constructor
    stored by the names of its parameters. position: of the call, where the interpreter knows it. error: the class of
    what a library's function raised: its module, its name, and the names of all its bases. wrappers, parts: texts that
    make what was expected of the result, or of its items.
    """

    name: str
    file: str
    given: dict[str, Tree]
    raised: bool
    module: str = ""
    line: int = 0
    caller: str = ""
    position: tuple[int, int, int, int] | None = None
    result: Tree | None = None
    made: dict[str, Tree] = Field(default_factory=dict)
    error: list[str] = Field(default_factory=list)
    wrappers: list[str] = Field(default_factory=list)
    parts: list[tuple[int, list[str]]] = Field(default_factory=list)

    @property
    def key(self) -> str:
        """What is the same of one call in two runs; in the form that the recorder knows."""
        return json.dumps([self.file, self.caller, self.name.rpartition(".")[2]])

    @property
    def place_key(self) -> str:
        """What is the same of two calls at one place, whatever is called there; in the form that the recorder knows."""
        return json.dumps([self.file, self.caller, self.position])

    @property
    def site(self) -> tuple[str, str]:
        """The place of the call in the program."""
        return self.file, str(self.position or (self.line, self.name.rpartition(".")[2]))


class RecordedWarning(BaseModel):
    """A warning with the call of the program, of the function `name` in `module`, that led to it."""

    category: str
    text: str
    name: str
    module: str
    file: str
    line: int
    position: tuple[int, int, int, int] | None = None


class VariedCall(BaseModel):
    """What one of the program's own functions gives for arguments that no test passes; `call` is the call as text.

    raised: the name of the class of the error that it raises instead.
    """

    file: str
    name: str
    call: str
    result: Tree | None = None
    raised: str = ""


class CallRecording(BaseModel):
    """One run. errors: type and text by test. signatures: by module and name, None of what is not there; last, whether
    it is a generator."""

    outcomes: dict[str, str] = Field(default_factory=dict)
    errors: dict[str, tuple[str, str]] = Field(default_factory=dict)
    calls: list[RecordedCall] = Field(default_factory=list)
    own: list[RecordedCall] = Field(default_factory=list)
    varied: list[VariedCall] = Field(default_factory=list)
    warnings: list[RecordedWarning] = Field(default_factory=list)
    signatures: list[tuple[str, str, list[RecordedParameter] | None, bool]] = Field(default_factory=list)

    def parameters(self, module: str, name: str) -> list[RecordedParameter] | None:
        """The parameters of a callable; None where it is not there, or can't be described."""
        return next((found for where, what, found, _ in self.signatures if (where, what) == (module, name)), None)

    def is_generator(self, module: str, name: str) -> bool:
        """Whether a callable gives what it gives one by one."""
        return any(lazy for where, what, _, lazy in self.signatures if (where, what) == (module, name))

    def passes(self, tests: Collection[str]) -> bool:
        """Whether all tests passed, of a file that could not be collected before all that are in it."""
        ended = {test: [out for one, out in self.outcomes.items() if _is_of(one, test)] for test in tests}
        return bool(ended) and all(found and {*found} <= {"passed", "skipped"} for found in ended.values())

    def fails_alike(self, failure: Failure) -> bool:
        """Whether the test of a failure failed here with the same error."""
        said = failure.error_type, failure.error
        return self.outcomes.get(failure.test) == "failed" and self.errors.get(failure.test) == said


def _is_of(test: str, wanted: str) -> bool:
    return test == wanted or test.startswith(f"{wanted}::")


def record(
    question: LibraryQuestion,
    files: Collection[str],
    libraries: Collection[str],
    old: Sequence[OldRelease] = (),
    before: CallRecording | None = None,
) -> CallRecording | None:
    """Run the question's tests and record; None where that gives nothing that can be read.

    files: of the program. libraries: outermost modules whose calls count. old: releases that are used in place of the
    installed ones. before: a recording to compare with, whose callables are described here as well.
    """
    folders = [str(one.folder) for one in old if one.folder is not None]
    expected: dict[str, list[tuple[Tree | None, Tree | None]]] = {}
    for call in before.calls if before is not None else ():
        for key in (call.key, call.place_key):
            expected.setdefault(key, []).append((next(iter(call.given.values()), None), call.result))
    order = {
        **whereabouts(question, "-p", "no:warnings"),
        "files": sorted(files),
        "tests": list(question.tests),
        "libraries": sorted(libraries),
        "expected": expected,
        "signatures": [(where, what) for where, what, _, _ in (before.signatures if before is not None else ())],
    }
    found = ask_target(question, "testfix_recorded_calls.py", order, question.seconds, before=folders)
    try:
        return CallRecording.model_validate(found) if found else None
    except ValidationError:
        return None


def installed_beside(question: LibraryQuestion, seconds: float) -> tuple[dict[str, str], dict[str, str]]:
    """Versions by normalised name, and names of distributions by outermost module, as the project's tests see them.

    The interpreter is asked once for a project, and not at all where the question knows what is beside it and the
    project's settings add no place to look at.
    """
    known = question.installed
    if known is not None and known.distributions and not question.project.env.get("PYTHONPATH"):
        return known.distributions, known.modules
    if _INSTALLED not in question.lasting:
        answer = ask_target(question, "testfix_installed.py", {}, seconds)
        question.lasting[_INSTALLED] = answer.get("distributions", {}), answer.get("modules", {})
    found: tuple[dict[str, str], dict[str, str]] = question.lasting[_INSTALLED]
    return found
