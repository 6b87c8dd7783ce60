"""Reads the constants of test files, and what the tests that a patch makes pass say."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from testfix_pipeline.core.patch_policy.fitted_values import TestValues
from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.language_registry import language_of
from testfix_pipeline.core.patch_policy.written_tests import Names, WrittenTest
from testfix_pipeline.core.test_ids import TestId


def literals_of(root: Path, files: Collection[str]) -> set[Literal]:
    """The constants in the test files of a change, which source must not return as learnt results."""
    found: set[Literal] = set()
    for file in sorted(files):
        language = language_of(file)
        if language is not None and (root / file).is_file():
            found |= language.literals(file, (root / file).read_bytes())
    return found


def values_of_tests(root: Path, tests: Collection[TestId], documents: str = "") -> TestValues:
    """What the newly passing `tests` of a project say, and the others in their files.

    A file whose tests have no names that fit counts as one test.
    """
    newly: dict[str, str] = {}
    others: list[str] = []
    for file in sorted({test.file for test in tests}):
        language = language_of(file)
        if language is None or not (root / file).is_file():
            continue
        written = language.written_tests(file, (root / file).read_bytes())
        wanted = {_names(test) for test in tests if test.file == file}
        found = {names: test for names, test in written.tests.items() if names in wanted} if written else {}
        if written is None or not found:
            newly[file] = (root / file).read_text(encoding="utf-8", errors="replace")
            continue
        newly |= {f"{file}::{'::'.join(names)}": _code(test) for names, test in found.items()}
        others += [_code(test) for names, test in written.tests.items() if names not in found]
    python = all(test.file.endswith(".py") for test in tests)
    return TestValues(newly, "\n".join(others), len(tests), documents, python)


def _code(test: WrittenTest) -> str:
    return "\n".join(one.text for one in test.statements)


def _names(test: TestId) -> Names:
    """The names of a test in its file, without the values of its case or the name of its sub-test in Go."""
    names = str(test).split("::")[1:]
    if test.file.endswith(".py"):
        return tuple(re.sub(r"\[.*", "", one, flags=re.S) for one in names)
    return tuple(one.partition("/")[0] for one in names) if test.file.endswith(".go") else tuple(names)
