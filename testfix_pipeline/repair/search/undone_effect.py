"""Finds changes whose effect does not last: the tests pass because they end before code that runs later undoes it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from testfix_pipeline.core.patch_policy.second_look import Objection
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.search.warm_copy import Texts, WarmCopy, look_in_copy

if TYPE_CHECKING:
    from testfix_pipeline.execution.project import TargetProject

MOST_TESTS = 6
SECONDS = 20.0
_LATER = re.compile(
    r"\b(setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|then|finally|await|Promise|FinalizationRegistry"
    r"|requestAnimationFrame|requestIdleCallback|MessageChannel)\b"
)


def find_undone_effect(
    project: TargetProject, tree: Path, before: Texts, after: Texts, tests: Sequence[TestId], seconds: float = SECONDS
) -> Objection | None:
    """Return the doubt about a change under which a test that waits fails as before the change, or None.

    How long a test waits is a guess, and an honest effect can end, too: therefore it is a doubt.
    tree: the project before the change; before, after: the changed files. Only a change that brings code which runs
    later is looked at, and only tests that pass under it without waiting.
    """
    if not any(_later(text) - _later(before.get(path, "")) for path, text in after.items()):
        return None
    found: list[Objection] = []

    def look(copy: WarmCopy) -> None:
        undone = (one for one in copy.tests[:MOST_TESTS] if _is_undone(copy, one, after))
        said = "{} fails as before if it waits before it asserts."
        found.extend(Objection("undone_effect", said.format(one), is_doubt=True) for one in undone)

    look_in_copy(project, tree, after, tests, seconds, look)
    return found[0] if found else None


def _later(text: str) -> Counter[str]:
    return Counter(_LATER.findall(text))


def _is_undone(copy: WarmCopy, test: TestId, texts: Texts) -> bool:
    """Whether a test that waits fails at an assertion as it does before the change.

    What is meant to come later is another thing than before.
    """
    plain, waiting = copy.outcomes(test, [texts, _delayed(copy, test, texts, 0)])
    if plain is None or not plain.passed or waiting is None or waiting.passed or not waiting.line.isdigit():
        return False
    changes = [_delayed(copy, test, change, int(waiting.line)) for change in ({}, texts, texts)]
    before, *after = copy.outcomes(test, changes)
    said = {(one.line, one.message) if one is not None and not one.passed else None for one in (before, *after)}
    return len(said) == 1 and None not in said


def _delayed(copy: WarmCopy, test: TestId, texts: Texts, line: int) -> Texts:
    """The texts, with a test that waits; as they are where it can't."""
    language = language_of(test.file)
    source = language.load(copy.root, test.file)
    delayed = language.delayed_test(source, test.titles, line) if source is not None else None
    return texts if delayed is None else {**texts, test.file: delayed}
