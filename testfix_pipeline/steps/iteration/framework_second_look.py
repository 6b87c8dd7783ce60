"""The second look at tests that do not run in the project's interpreter: do they pass with their own values alone?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.patch_policy.language_registry import language_of
from testfix_pipeline.core.patch_policy.second_look import Objection, is_common_value, objection_by_behaviour
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.test_selection import SourceChange
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.search.varied_values import compare_varied_values

_PATTERN = re.compile(r"(?<![\w)\]])/(?![/*])(?:\\.|[^/\\\n])+/")


def objection_in_framework(
    project: TargetProject, before: Path, changes: Sequence[SourceChange], tests: Sequence[TestId]
) -> Objection | None:
    """Return the objection to a change that makes `tests` pass, or None. `before`: the project without the change.

    Only a change that brings constants of its own can know the tests' values. Files that it deletes stay where they
    are: where that matters, the tests do not pass, and nothing is known.
    """
    if not any(map(_brings_constants, changes)):
        return None
    texts = {one.path: one.after for one in changes if one.after is not None}
    source = "\n".join(one.before or "" for one in changes)
    answered = compare_varied_values(project, before, texts, tests, source)
    found = (objection_by_behaviour(one, of, learns=True, source=source) for one, of in answered)
    return next(filter(None, found), None)


def _brings_constants(change: SourceChange) -> bool:
    """Whether a changed file has new constants; any change of a file in a language without rules counts as one."""
    language, before, after = language_of(change.path), change.before or "", change.after or ""
    if language is None:
        return True
    new = language.literals(change.path, after) - language.literals(change.path, before)
    patterns = Counter(_PATTERN.findall(after)) - Counter(_PATTERN.findall(before))
    return bool(patterns) or any(not is_common_value(one) for one in new)
