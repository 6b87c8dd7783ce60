"""One change, proposed for several reasons: it is judged by the best of them."""

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


LAYERS = """\
import copy


def fresh(base):
    found = copy.copy(base)
    found["seen"].append(1)
    return found
"""
SHARED = """\
from layers import fresh


def test_the_base_stays():
    base = {"seen": []}
    fresh(base)
    assert base == {"seen": []}


def test_fresh():
    assert fresh({"seen": []}) == {"seen": [1]}
"""


def test_a_deeper_copy_is_more_than_another_attribute(write: Callable[..., Path], project: TargetProject) -> None:
    root = write({"layers.py": LAYERS, "test_layers.py": SHARED})
    failing, *passing = (f"test_layers.py::test_{name}" for name in ("the_base_stays", "fresh"))
    failures = [Failure(test=failing, error="assert {'seen': [1]} == {'seen': []}")]
    request = RepairRequest(
        project, root, [failing], [failing], failures=failures, passing=passing, coverage=None, seconds=60.0
    )
    best = repair(request).patches[0]
    assert "copy.deepcopy(base)" in best.files["layers.py"] and best.kind == "copy.deepened"


WORDS = """\
def long_enough(words, least):
    if len(words) + 1 < least:
        return False
    return True


def joined(words):
    return " ".join(words)
"""
LONG = """\
from words import joined, long_enough


def test_just_enough():
    assert not long_enough(["a", "b"], 3)


def test_enough():
    assert long_enough(["a", "b"], 2)


def test_far_too_few():
    assert not long_enough([], 3)


def test_joined():
    assert joined(["a", "b"]) == "a b"
"""


def test_what_else_is_small_at_the_place_of_a_patch_is_tried(
    write: Callable[..., Path], project: TargetProject
) -> None:
    root = write({"words.py": WORDS, "test_words.py": LONG})
    failing, *passing = (f"test_words.py::test_{name}" for name in ("just_enough", "enough", "far_too_few", "joined"))
    failures = [Failure(test=failing, error="assert not True")]
    request = RepairRequest(
        project, root, [failing], [failing], failures=failures, passing=passing, coverage=None, seconds=60.0
    )
    found = repair(request).patches
    assert "if len(words) < least:" in found[0].files["words.py"]
    assert any("if len(words) + 1 <= least:" in patch.files["words.py"] for patch in found)
