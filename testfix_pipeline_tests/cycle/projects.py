"""Small broken programs and scripted answers for the tests of the cycle."""

from collections.abc import Mapping
from typing import Any

GOOD = """\
def add(a, b):
    return a + b


def half(n):
    return n // 2


def shout(text):
    return text.upper()


def last(items):
    return items[-1]
"""

TESTS = """\
import pytest

from calc import add, half, last, shout


@pytest.mark.parametrize("a, b", [(1, 2), (3, 4), (10, -1)])
def test_add(a, b):
    assert add(a, b) == sum((a, b))


def test_half():
    assert half(8) == 4


def test_shout():
    assert shout("hey") == "HEY"


def test_last():
    assert last([1, 2, 3]) == 3


@pytest.mark.parametrize("n", range(4))
def test_stays(n):
    assert half(2 * n) in (n, n + 1, 2 * n)
"""

BUGS = {
    "add": ("a + b", "a - b"),
    "half": ("n // 2", "n * 2"),
    "shout": (".upper()", ".lower()"),
    "last": ("[-1]", "[0]"),
}
ADD = {f"test_calc.py::test_add[{case}]" for case in ("1-2", "3-4", "10--1")}
POINT = "calc.py:add:1-2"
WORDS = "This report explains at length what is wrong with the code and how it is going to be repaired. " * 8


def broken(*names: str) -> str:
    """`calc.py` with the bugs of these names."""
    text = GOOD
    for name in names:
        text = text.replace(*BUGS[name])
    return text


def calc_files(*bugs: str) -> dict[str, str]:
    return {"calc.py": broken(*bugs), "test_calc.py": TESTS}


def analysis(*causes: str, patch: str | None = None) -> dict[str, Any]:
    """An answer that no rule refuses; one hypothesis per cause."""
    one = {"modification_points": [POINT], "affected_tests": [], "confidence_score": 0.9}
    hypotheses = [{**one, "root_causes": [cause], "approach": cause, "patch": patch} for cause in causes]
    return {"kind": "ok", "text": WORDS, "payload": {"hypotheses": hypotheses}}


def analyses(number: int) -> dict[str, Any]:
    """Answers for the first iterations, each with causes of its own."""
    return {str(n): analysis(*(f"cause {n}{letter}" for letter in "abc")) for n in range(1, number + 1)}


def fix(calc: str, confidence: float = 0.9, files: Mapping[str, str | None] | None = None) -> dict[str, Any]:
    """A worker that writes `calc.py`, and other files (None: deletes one)."""
    return {"files": {"calc.py": calc, **(files or {})}, "confidence": confidence}
