"""Ordinary code with a slip about names, starts, mirrored or moved code, and the family that mends it."""

import pytest

from testfix_pipeline.repair.languages.python.edits import initials, keyword_names, like_calls, moves, names
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "init tuple2": (
        initials.accumulators,
        """
def f(xs):
    best, count = 0, 0
    for x in xs:
        best = max(best, x)
        count += 1
    return best, count
""",
        "best, count = 0, 0",
        "best, count = xs[0], 0",
    ),
    "default now": (
        initials.mutable_defaults,
        """
from datetime import datetime
def f(x, now=datetime.now()):
    return x - now
""",
        "now=datetime.now()):",
        "now=None):\n    if now is None:\n        now = datetime.now()",
    ),
    "like call lambda kw": (
        like_calls.arguments,
        """
def g(rows):
    return pick(rows, by=lambda r: r.n)
def f(rows):
    return pick(rows)
""",
        "    return pick(rows)\n",
        "    return pick(rows, by=lambda r: r.n)\n",
    ),
    "move out of else": (
        moves.moves,
        """
def f(xs):
    for x in xs:
        if x:
            return True
        else:
            return False
""",
        "        else:\n            return False\n",
        "    return False\n",
    ),
    "misspelt kw": (
        keyword_names.keywords,
        """
def g(x, key=None, name=None):
    return x, key, name
def f(a, b):
    return g(a, nam=b)
""",
        "nam=b",
        "name=b",
    ),
    "lambda param": (
        names.variables,
        """
def f(xs, key):
    return sorted(xs, key=lambda x: xs.n)
""",
        "xs.n",
        "x.n",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
