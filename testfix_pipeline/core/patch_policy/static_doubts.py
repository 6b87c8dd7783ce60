"""What speaks against a patch by its text alone, and that an honest patch can have, too: a person has to say."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.language_registry import language_of
from testfix_pipeline.core.patch_policy.learnt_conditions import FileTexts, find_learnt_condition
from testfix_pipeline.core.patch_policy.second_look import Objection


def find_static_doubt(changes: Sequence[FileTexts], test_literals: Collection[Literal]) -> Objection | None:
    """Return the first doubt about a patch, or None. test_literals: the constants of the tests that it makes pass."""
    try:
        for change in changes:
            language = language_of(change.path)
            for one in language.doubts(change.path, change.before, change.after) if language is not None else ():
                return Objection(one.rule, one.reason, is_doubt=True)
        return find_learnt_condition(changes, test_literals)
    except (RecursionError, OverflowError, ValueError):  # the file is too deeply nested, or a number of it too long
        return None
