"""Finds tests that pass because a change moved what they expect: they compute it from the project's own data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from testfix_pipeline.core.patch_policy.second_look import Objection, moved_expectation
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.search.warm_copy import Texts, WarmCopy, look_in_copy

if TYPE_CHECKING:
    from testfix_pipeline.execution.project import TargetProject

SECONDS = 30.0


def find_moved_expectation(
    project: TargetProject, tree: Path, texts: Texts, tests: Sequence[TestId], seconds: float = SECONDS
) -> Objection | None:
    """Return the objection to a change of data under which a test's expected value changes and its actual one doesn't.

    tree: the project before the change; texts: the changed files after it. Either side of the assertion that failed is
    replaced by what nothing equals; the framework's message then says what the other one is.
    """
    found: list[Objection] = []

    def look(copy: WarmCopy) -> None:
        found.extend(moved_expectation(str(test)) for test in copy.tests if _is_moved(copy, test, texts))

    look_in_copy(project, tree, texts, tests, seconds, look)
    return found[0] if found else None


def _is_moved(copy: WarmCopy, test: TestId, texts: Texts) -> bool:
    [failed] = copy.outcomes(test, [{}])
    if failed is None or failed.passed or not failed.line.isdigit():
        return False
    language = language_of(test.file)
    source = language.load(copy.root, test.file)
    sides = language.assertion_sides(source, test.titles, int(failed.line)) if source is not None else None
    if sides is None or sides.expected is not None:
        return False
    files = [
        {test.file: text, **more} for text in (sides.without_given, sides.without_expected) for more in ({}, texts)
    ]
    said = [one.message if one is not None and not one.passed else "" for one in copy.outcomes(test, files)]
    return all(said) and said[0] != said[1] and said[2] == said[3]
