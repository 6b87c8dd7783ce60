"""Runs the programs that inquire of libraries, contained, on a copy of the project, and reads their answers.

`ask` runs `execution/in_target/testfix_library.py`: what the installed libraries have.
"""

from __future__ import annotations

import json
import os
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.processes.environment import IN_TARGET, target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import OwnNames, python_files
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import library_removals, removals
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search
from testfix_pipeline.repair.model.sources import is_repairable

MOST_TESTS = 8
GRACE_SECONDS = 20.0
"""For imports that take long and for the tests that are looked at; no longer than the question's own seconds."""
ANSWER_SECONDS = 5.0
"""For writing what is known when the time is over."""
_AT_IMPORT = frozenset({"ImportError", "ModuleNotFoundError"})
MEMORY = 4 * 1024**3
OUTPUT_BYTES = 64 * 1024 * 1024
_ARGUMENTS = ("-p", "no:cacheprovider", "--tb=no", "-q", "-p", "no:rerunfailures", "-p", "no:flaky")
MOST_FILES = 2000
"""The number of files that are stored parsed until the end of a search."""


def program_files(question: LibraryQuestion) -> list[str]:
    """The files that may be edited."""
    files, test_files = question.files, question.test_files
    return [path for path in python_files(files) if is_repairable(files, path, test_files)]


def ask(question: LibraryQuestion, failures: Sequence[Failure], old: Sequence[OldRelease] = ()) -> dict[str, Any]:
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


def whereabouts(question: LibraryQuestion, *arguments: str) -> dict[str, Any]:
    """What such a program needs to know to run a question's tests. arguments: more ones of pytest."""
    root = question.root.resolve()
    return {
        "root": str(root),
        "shared": [str((question.tree / name).resolve()) for name in question.project.shared],
        "arguments": [f"--rootdir={root}", *question.project.pytest_args, *_ARGUMENTS, *arguments],
    }


def ask_target(
    question: LibraryQuestion,
    program: str,
    order: Mapping[str, Any],
    seconds: float,
    before: Sequence[str] = (),
    read: Sequence[str] = (),
) -> dict[str, Any]:
    """The answer of a program of `in_target`; empty where there is none that can be read.

    before: folders that come before what is installed on the module search path. read: more folders that it reads.
    """
    project, environment = question.project, target_environment(question.project, question.tree)
    first, _, others = environment["PYTHONPATH"].partition(os.pathsep)
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [first, *before, others]))
    policy, run_process = target_policy(project), run if before else question.run_process
    try:
        done = run_process(
            [str(project.interpreter), str(IN_TARGET / program)],
            cwd=question.root,
            env=environment,
            limits=ProcessLimits(seconds, memory_bytes=MEMORY, output_bytes=OUTPUT_BYTES),
            policy=replace(policy, read=(*policy.read, *before, *read)),
            writable=[question.tree],
            stdin=json.dumps(order).encode(),
            cancel=question.cancel,
        )
        found = json.loads(done.stdout)
    except (MeasurementError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


@dataclass(frozen=True)
class LibraryProgram:
    """The files that may be edited, and the names that any file of the project imports from another."""

    files: dict[str, SourceFile]
    exported: frozenset[str]

    @classmethod
    def of(cls, question: LibraryQuestion) -> LibraryProgram:
        root = question.files
        every = {path: _loaded(root, path) for path in python_files(root)}
        own = OwnNames.of(root)
        exported = {
            one.member
            for source in every.values()
            if source is not None
            for one in imported_names(source.nodes)
            if one.member and (one.level or own.has_module(one.module))
        }
        allowed = program_files(question)
        return cls({path: one for path in allowed if (one := every[path]) is not None}, frozenset(exported))


def _loaded(root: Path, path: str) -> SourceFile | None:
    """The file; None if it can't be read or parsed."""
    try:
        return _parsed(path, (root / path).read_bytes())
    except OSError:
        return None


@cached_per_search(MOST_FILES)
def _parsed(path: str, content: bytes) -> SourceFile | None:
    """The parsed file: from one step of a repair to the next hardly any file changes."""
    try:
        return SourceFile(path, content)
    except (SyntaxError, ValueError, RecursionError):
        return None
