"""The second look at tests that do not run in the project's interpreter: do they pass with their own values alone?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.language_registry import language_of
from testfix_pipeline.core.patch_policy.learnt_conditions import FileTexts
from testfix_pipeline.core.patch_policy.second_look import Objection, objection_by_behaviour
from testfix_pipeline.core.patch_policy.static_doubts import find_static_doubt
from testfix_pipeline.core.patch_policy.telling_values import is_common_value, special_words
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.test_selection import SourceChange
from testfix_pipeline.execution.patch_checks.test_literals import literals_of
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.language.registry import language_of as repair_language_of
from testfix_pipeline.repair.search.loose_equality import find_loose_equality
from testfix_pipeline.repair.search.moved_expectation import find_moved_expectation
from testfix_pipeline.repair.search.undone_effect import find_undone_effect
from testfix_pipeline.repair.search.varied_values import compare_varied_values, constant_code

_PATTERN = re.compile(r"(?<![\w)\]])/(?![/*])(?:\\.|[^/\\\n])+/")


def objection_in_framework(
    project: TargetProject, before: Path, changes: Sequence[SourceChange], tests: Sequence[TestId]
) -> Objection | None:
    """Return the objection to a change that makes `tests` pass, or None. `before`: the project without the change.

    Only a change that brings constants of its own can know the tests' values, or decide by them; one of data alone can
    move what they expect; one of a comparison can make it hold for too much. Files that it deletes stay where they are:
    where that matters, the tests do not pass, and nothing is known.
    """
    texts = {one.path: one.after for one in changes if one.after is not None}
    if all(map(_keeps_functions, changes)):
        moved = find_moved_expectation(project, before, texts, tests)
        if moved is not None:
            return moved
    loose = find_loose_equality(project, before, texts, tests)
    if loose is not None:
        return loose
    found = _objection_to_answers(project, before, changes, tests)
    if found is not None and not found.is_doubt:
        return found
    undone = find_undone_effect(project, before, {one.path: one.before or "" for one in changes}, texts, tests)
    if undone is not None:
        return undone
    changed = [FileTexts(one.path, one.before or "", one.after) for one in changes if one.after is not None]
    return find_static_doubt(changed, literals_of(project.root(before), {test.file for test in tests})) or found


def _objection_to_answers(
    project: TargetProject, before: Path, changes: Sequence[SourceChange], tests: Sequence[TestId]
) -> Objection | None:
    """Return the objection to what the tests say with other values, or None."""
    source = "\n".join(one.before or "" for one in changes)
    learns = any(map(_brings_constants, changes))
    given = literals_of(project.root(before), {test.file for test in tests})
    if not learns and not any(special_words(one, source) for one in given):
        return None
    texts = {one.path: one.after for one in changes if one.after is not None}
    brought = {constant_code(literal) for one in changes for literal in _new_literals(one)}
    answered = compare_varied_values(project, before, texts, tests, source)
    found = [objection_by_behaviour(one, of, learns=learns, source=source, brought=brought) for one, of in answered]
    return min(filter(None, found), key=lambda one: one.is_doubt, default=None)


def _keeps_functions(change: SourceChange) -> bool:
    """Whether a change leaves all functions of a file as they are; False where that is unknown."""
    if language_of(change.path) is None:
        return True  # a file of data
    functions_in = repair_language_of(change.path).functions_in
    kept = functions_in(change.path, change.before or "")
    return kept is not None and kept == functions_in(change.path, change.after or "")


def _new_literals(change: SourceChange) -> set[Literal]:
    language = language_of(change.path)
    if language is None:
        return set()
    new = language.literals(change.path, change.after or "") - language.literals(change.path, change.before or "")
    return {one for one in new if not is_common_value(one)}


def _brings_constants(change: SourceChange) -> bool:
    """Whether a changed file has new constants; any change of a file in a language without rules counts as one."""
    if language_of(change.path) is None:
        return True
    patterns = Counter(_PATTERN.findall(change.after or "")) - Counter(_PATTERN.findall(change.before or ""))
    return bool(patterns) or bool(_new_literals(change))
