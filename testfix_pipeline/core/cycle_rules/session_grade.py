"""The grade of a session's results: proved, or only reported, and why. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from testfix_pipeline.core.patch_policy.language_registry import unjudged_reasons
from testfix_pipeline.core.records import Attempt, Grade, SuiteResults

_REPORTED = "The results are what the test command reports: nothing of ours was there to see the tests run."


class SessionGrade(NamedTuple):
    """The grade of a session, and a sentence on each thing that keeps it from being proved."""

    grade: Grade
    grade_reasons: list[str]


def session_grade(results: SuiteResults, attempts: Iterable[Attempt]) -> SessionGrade:
    """Return the grade by the last measurement and the landed fixes.

    Results without a grade are those of pytest, which our own reporter confirms. A fix in a file of an unknown language
    may deceive undetected, so that it proves nothing.
    """
    reasons = [results.grade_reason or _REPORTED] if results.grade == "reported" else []
    reasons += unjudged_reasons(path for one in attempts if one.stands for path in one.changed_files)
    return SessionGrade("reported" if reasons else "proved", reasons)


def grade_of_change(measured: Grade | None, paths: Iterable[str]) -> Grade:
    """The grade of a change of the files `paths` whose runs have the grade `measured` (None: of pytest).

    See `session_grade`.
    """
    return "reported" if measured == "reported" or unjudged_reasons(paths) else "proved"
