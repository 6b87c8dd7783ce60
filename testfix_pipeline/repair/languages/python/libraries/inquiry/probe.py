"""Asks the project's own interpreter what its installed libraries have: `execution/in_target/testfix_library.py`."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import python_files
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import library_removals, removals
from testfix_pipeline.repair.languages.python.libraries.inquiry.target_answers import ask_target, whereabouts
from testfix_pipeline.repair.model.sources import is_repairable

MOST_TESTS = 8
GRACE_SECONDS = 20.0
"""For imports that take long and for the tests that are looked at; no longer than the question's own seconds."""
ANSWER_SECONDS = 5.0
"""For writing what is known when the time is over."""
_AT_IMPORT = frozenset({"ImportError", "ModuleNotFoundError"})


def program_files(question: LibraryQuestion) -> list[str]:
    """The files that may be edited."""
    files, test_files = question.files, question.test_files
    return [path for path in python_files(files) if is_repairable(files, path, test_files)]


def ask(
    question: LibraryQuestion,
    failures: Sequence[Failure],
    old: Sequence[OldRelease] = (),
) -> dict[str, Any]:
    """What the interpreter says of the libraries that the program uses; empty where it says nothing that can be read.

    failures: those that a library may have caused; the tests of some of them run once more, to look at live objects.
    old: releases to compare with, those that are at hand.
    """
    at_hand, program = [one for one in old if one.folder is not None], program_files(question)
    limit = question.seconds + min(GRACE_SECONDS, max(ANSWER_SECONDS, question.seconds))
    order = {
        **whereabouts(question),
        "files": [*program, *_test_files(question, failures, program)],
        "tests": _tests(failures),
        "seconds": question.seconds,
        "limit": limit,
        "forced": [*map(_last_line, failures)],
        "old": [one.order for one in at_hand],
        "standard": sorted(sys.stdlib_module_names),
        "removed": _removed(),
        "python": {"folder": sysconfig.get_path("stdlib"), "version": sys.version_info[:2]},
    }
    read = sysconfig.get_path("stdlib"), *(str(one.folder) for one in at_hand)
    return ask_target(question, "testfix_library.py", order, limit + ANSWER_SECONDS, read=read)


def _removed() -> dict[str, dict[str, Any]]:
    """What may take the place of names that Python's own library and well-known others lost, by the written tables."""
    known = {name: {**asdict(one), "last": f"Python {one.last}"} for name, one in removals().items()}
    return {**known, **library_removals()}


def _tests(failures: Sequence[Failure]) -> list[tuple[str, str, int]]:
    """Of tests that fail alike at a line one, with that; none of those that die at an import: their text says all."""
    alike = {
        (one.error_type, one.error, _last_line(one)): one
        for one in reversed(failures)
        if one.error_type not in _AT_IMPORT
    }
    found = sorted(alike.values(), key=lambda one: one.test)[:MOST_TESTS]
    return [(str(one.test), *_last_line(one)) for one in found]


def _test_files(question: LibraryQuestion, failures: Sequence[Failure], program: Sequence[str]) -> list[str]:
    """The files that failing tests died in and that must not be edited: what they use is reported."""
    named = {frame.file for failure in failures for frame in failure.frames[-1:]} - set(program)
    return sorted(file for file in named if file.endswith(".py") and (question.files / file).is_file())


def _last_line(failure: Failure) -> tuple[str, int]:
    return (failure.frames[-1].file, failure.frames[-1].line) if failure.frames else ("", 0)
