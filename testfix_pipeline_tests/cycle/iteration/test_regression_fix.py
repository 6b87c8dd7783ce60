"""A whole cycle with the built-in engine on a test that used to pass: an undone commit repairs it and is reported."""

from collections.abc import Callable
from typing import Any

from testfix_pipeline import cycle

GUARD = "    if not values:\n        return 0\n"
RIGHT = f"def average(values):\n{GUARD}    total = sum(values)\n    return total / len(values)\n"
WORSE = RIGHT.replace(GUARD, "").replace("total", "the_sum")
REPAIRED = RIGHT.replace("total", "the_sum")
TESTS = """\
from mean import average

def test_none(): assert average([]) == 0
def test_two(): assert average([1, 3]) == 2
"""


def test_a_removal_is_undone_and_the_attempt_says_since_when(repository: Callable[..., Any]) -> None:
    repo = repository()
    repo.commit("right", **{"mean.py": RIGHT, "test_mean.py": TESTS})
    repo.commit("tidied up", **{"mean.py": WORSE})
    done = cycle.run({"project": str(repo.root), "session_id": "WFS-test-undo", "max_iterations": 1}, "owner-1")
    assert done["outcome"] == "success"
    assert repo.git("show", f"{done['branch']}:mean.py") == REPAIRED
    folder = repo.root / ".workflow" / "active" / "WFS-test-undo"
    summary = (folder / ".summaries" / "IMPL-fix-1-summary.md").read_text()
    assert "- since when: test_mean.py::test_none passes with the code of " in summary
    assert "(tidied up)." in summary and "- suspicious: mean.py:" in summary
