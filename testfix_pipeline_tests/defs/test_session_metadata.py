"""The comparison of an iteration's attempts: why each was taken or not, and its change, as text whatever it holds."""

from typing import Any

from testfix_pipeline.core.records import Attempt
from testfix_pipeline.defs.session.session_metadata import NOT_BEST, comparison


def attempt(task_id: str, **fields: Any) -> Attempt:
    return Attempt(iteration=3, task_id=task_id, **{"strategy": "exploratory", **fields})


def test_attempts_stand_side_by_side_with_reasons_and_diffs() -> None:
    taken = attempt("IMPL-fix-3a", result="landed", reason="3 newly pass | none lost", confidence=0.8, patch="+a\n")
    other = attempt("IMPL-fix-3b", result="left_out", reason="1 newly passes", root_causes=["`b` is <wrong>"])
    fenced = attempt("IMPL-fix-3c", result="refused", reason="test.py: no (test_side)", patch="+```\n")
    text = comparison([taken, other, fenced])
    rows = text.splitlines()
    assert rows[2] == r"| IMPL-fix-3a | landed | - | 0.80 | 0 | 3 newly pass \| none lost |"
    assert NOT_BEST in rows[3] and NOT_BEST not in rows[2] + rows[4]
    assert r"**IMPL-fix-3b**: \`b\` is \<wrong\>" in text and "no change" in text
    assert "````diff\n+```\n\n````" in text, "a fence in the patch does not end its block"
