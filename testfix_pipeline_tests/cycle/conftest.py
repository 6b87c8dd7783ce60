"""A small shop of functions with seeded bugs, and a scripted agent: the only double in these tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle

GOOD = '''\
def add(a, b):
    return a + b


def half(n):
    return n // 2


def shout(text):
    return text.upper()


def last(items):
    return items[-1]
'''

TESTS = '''\
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
'''

BUGS = {"add": ("a + b", "a - b"), "half": ("n // 2", "n * 2"), "shout": (".upper()", ".lower()"), "last": ("[-1]", "[0]")}
POINT = "calc.py:add:1-2"
WORDS = "This report explains at length what is wrong with the code and how it is going to be mended. " * 8


def broken(*names: str) -> str:
    """`calc.py` with the bugs of these names."""
    text = GOOD
    for name in names:
        text = text.replace(*BUGS[name])
    return text


@pytest.fixture
def calc(repository: Callable[..., Any]) -> Callable[..., Any]:
    """Call with the names of bugs: a repository whose tests fail for them."""

    def make(*bugs: str, name: str = "project") -> Any:
        repo = repository(name)
        repo.commit("first", **{"calc.py": broken(*bugs), "test_calc.py": TESTS})
        return repo

    return make


def analysis(*causes: str, patch: str | None = None) -> dict[str, Any]:
    """An answer that no rule refuses; one hypothesis per cause."""
    one = {"modification_points": [POINT], "affected_tests": [], "confidence_score": 0.9}
    hypotheses = [{**one, "root_causes": [cause], "approach": cause, "patch": patch} for cause in causes]
    return {"kind": "ok", "text": WORDS, "payload": {"hypotheses": hypotheses}}


@pytest.fixture
def scripted(tmp_path: Path) -> Callable[..., str]:
    """Write a script of answers and return the agent's name: `analyses` by iteration, `fixes` by task."""

    def write(analyses: dict[str, Any], fixes: dict[str, Any], name: str = "script") -> str:
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({"name": name, "analyses": analyses, "fixes": fixes}))
        return f"recorded:{path}"

    return write


@pytest.fixture
def run_cycle() -> Callable[..., dict[str, Any]]:
    """Run the whole cycle on a repository, in this process."""

    def run(repo: Any, **launch: Any) -> dict[str, Any]:
        return cycle.run({"project": str(repo.root), **launch}, "owner-1")

    return run
