"""One change, proposed by its values and as a plain slip: it is judged as the slip."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.engine import RepairRequest, repair

CLAMP = "def clamp(a, low, high):\n    if a < low:\n        return high\n    return min(a, high)\n"
TESTS = """\
from clamp import clamp


def test_low():
    assert clamp(1, 2, 3) == 2


def test_high():
    assert clamp(5, 2, 3) == 3


def test_inside():
    assert clamp(4, 2, 9) == 4
"""


def test_a_wrong_variable_is_no_rebuilt_expression(write: Callable[..., Path], project: TargetProject) -> None:
    root = write({"clamp.py": CLAMP, "test_clamp.py": TESTS})
    failing, *passing = (f"test_clamp.py::test_{name}" for name in ("low", "high", "inside"))
    failures = [Failure(test=failing, error="assert 3 == 2")]
    request = RepairRequest(
        project, root, [failing], [failing], failures=failures, passing=passing, coverage=None, seconds=60.0
    )
    best = repair(request).patches[0]
    assert (best.kind, best.description) == ("variable", "variable: `high` -> `low`")
