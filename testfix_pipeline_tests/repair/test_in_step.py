"""What goes together: lengths of lists side by side, numbers counted together, names exchanged at once, both ends."""

import pytest

from testfix_pipeline.repair.edits import in_step, mirrors
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, texts

MATCH = """
def match(segments, parts):
    values = {}
    for segment, part in zip(segments, parts):
        if segment != part:
            return None
    return values
"""
STATS = """
class Stats:
    def add(self, value):
        self.total += value
        self.squares += value * value
        if len(self.values) > self.size:
            oldest = self.values.pop(0)
            self.total -= oldest
"""
GRID = """
def costs(grid, r, c, cost):
    for nr, nc in around(r, c):
        reached = cost + grid[r][c]
        yield reached
"""
SPANS = """
def without(spans, lo, hi):
    kept = []
    for start, end in spans:
        if start < lo:
            kept.append((start, lo))
    return kept
"""


@pytest.mark.parametrize(
    ("family", "code", "old", "new"),
    [
        pytest.param(
            in_step.stepped,
            STATS,
            "            self.total -= oldest\n",
            "            self.total -= oldest\n            self.squares -= oldest * oldest\n",
            id="taken from both",
        ),
        pytest.param(in_step.places, GRID, "grid[r][c]", "grid[nr][nc]", id="the next place"),
        pytest.param(
            in_step.places, GRID.replace("grid[r][c]", "grid[nr][nc]"), "grid[nr][nc]", "grid[r][c]", id="this"
        ),
        pytest.param(
            in_step.places,
            "def f(x1, y1, x2, y2, at):\n    return at(x1, y1) + at(x1, y1)\n",
            "at(x1, y1)",
            "at(x2, y2)",
            id="the other end",
        ),
        pytest.param(
            mirrors.statements,
            SPANS,
            "            kept.append((start, lo))\n",
            "            kept.append((start, lo))\n        if end > hi:\n            kept.append((hi, end))\n",
            id="both ends",
        ),
    ],
)
def test_what_goes_together_is_proposed(family: Propose, code: str, old: str, new: str) -> None:
    assert_proposed(family, code, old, new)


@pytest.mark.parametrize(
    ("family", "code"),
    [
        (in_step.stepped, STATS.replace("self.squares += value * value", "self.squares += 1")),
        (in_step.places, GRID.replace("nr, nc", "other, side")),
    ],
)
def test_nothing_is_proposed_where_nothing_goes_together(family: Propose, code: str) -> None:
    assert not texts(family, code)
