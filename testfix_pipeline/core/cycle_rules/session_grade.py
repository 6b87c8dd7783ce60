"""Says whether a session's runs are authentic, or only reported by the test command, and why. Pure.

Nothing here says whether a fix is right: that is its confidence.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from testfix_pipeline.core.patch_policy.language_registry import unjudged_reasons
from testfix_pipeline.core.records import Attempt, Grade, SuiteResults

_REPORTED = "The results are what the test command reports: nothing of ours was there to see the tests run."


class SessionGrade(NamedTuple):
    """Whether a session's runs are authentic, and a sentence on each thing that speaks against it.

    grade: the same in the words of earlier versions.
    """

    run: str
    grade: Grade
    grade_reasons: list[str]


def run_word(grade: Grade | None) -> str:
    """The word for a grade: "authentic" (our own code saw the tests run; None: pytest's), or "reported"."""
    return "reported" if grade == "reported" else "authentic"


def session_grade(results: SuiteResults, attempts: Iterable[Attempt]) -> SessionGrade:
    """Return the grade by the last measurement and the landed fixes.

    Results without a grade are those of pytest, which our own reporter confirms. A fix in a file of an unknown language
    may deceive undetected, so that it proves nothing.
    """
    reasons = [results.grade_reason or _REPORTED] if results.grade == "reported" else []
    reasons += unjudged_reasons(path for one in attempts if one.stands for path in one.changed_files)
    grade: Grade = "reported" if reasons else "proved"
    return SessionGrade(run_word(grade), grade, reasons)


def grade_of_change(measured: Grade | None, paths: Iterable[str]) -> Grade:
    """The grade of a change of the files `paths` whose runs have the grade `measured` (None: of pytest).

    See `session_grade`.
    """
    return "reported" if measured == "reported" or unjudged_reasons(paths) else "proved"
