"""The project of the sweep, and the answers that drive its cycle through all four strategies.

Iteration 1 (conservative) breaks something and is rolled back, 2 (surgical) fixes one failure, 3 (aggressive) merges
the fixes of two clusters and leaves a third, 4 (exploratory) has three hypotheses of which the middle one is right.
"""

from __future__ import annotations

from typing import Any

from benchmarks.proof import ANALYSIS

GOOD = """\
def add(a, b):
    return a + b


def half(n):
    return n // 2


def shout(text):
    return text.upper()


def last(items):
    return items[-1]


def keep(n):
    return n
"""
TESTS = """\
import pytest

from calc import add, half, keep, last, shout


@pytest.mark.parametrize("a, b", [(1, 2), (3, 4), (10, -1)])
def test_add(a, b):
    assert add(a, b) == sum((a, b))


def test_half():
    assert half(8) == 4


def test_shout():
    assert shout("hey") == "HEY"


def test_last():
    assert last([1, 2, 3]) == 3


@pytest.mark.parametrize("n", range(6))
def test_keep(n):
    assert keep(n) == n
"""
BUGS = {
    "add": ("a + b", "a - b"),
    "half": ("n // 2", "n * 2"),
    "shout": (".upper()", ".lower()"),
    "last": ("[-1]", "[0]"),
    "keep": ("return n\n", "return n + 1\n"),
}
CASES = {
    "add": ("[1-2]", "[3-4]", "[10--1]"),
    "half": ("",),
    "shout": ("",),
    "last": ("",),
    "keep": tuple(f"[{n}]" for n in range(6)),
}
_NO_FIX = {"status": "blocked", "note": "no idea"}


def broken(*names: str) -> str:
    """`calc.py` with the bugs of these names."""
    text = GOOD
    for name in names:
        text = text.replace(*BUGS[name])
    return text


FILES = {"calc.py": broken("add", "half", "shout", "last"), "test_calc.py": TESTS}


def _analysis(number: int) -> dict[str, Any]:
    one = {"modification_points": ["calc.py:add:1-2"], "affected_tests": [], "confidence_score": 0.9}
    causes = [f"cause {number}{letter}" for letter in "abc"]
    return {
        "kind": "ok",
        "text": ANALYSIS,
        "payload": {"hypotheses": [{**one, "root_causes": [cause], "approach": cause} for cause in causes]},
    }


def _fix(*bugs_left: str, confidence: float = 0.9) -> dict[str, Any]:
    return {"files": {"calc.py": broken(*bugs_left)}, "confidence": confidence}


SCRIPT: dict[str, Any] = {
    "name": "script",
    "analyses": {str(number): _analysis(number) for number in range(1, 6)},
    "fixes": {
        "IMPL-fix-1": _fix("add", "half", "shout", "last", "keep"),
        "IMPL-fix-2": _fix("add", "half", "last"),
        "IMPL-fix-3b": _fix("add", "last"),
        "IMPL-fix-3c": _fix("add", "half"),
        "IMPL-fix-4b": _fix(),
        "*": _NO_FIX,
    },
}
