"""Ordinary code with a slip about recursion, roles, records, signs or constructors, and the family that mends it."""

import pytest

from testfix_pipeline.repair.languages.python.edits import rewrites
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "nonlocal tuple": (
        rewrites.declared,
        """
def fib():
    a, b = 0, 1
    def step():
        a, b = b, a + b
        return a
    return step
""",
        "def step():\n",
        "def step():\n        nonlocal a, b\n",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
