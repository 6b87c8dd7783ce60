"""`if`, `elif`, `else` and `while` are put for each other."""

import pytest

from testfix_pipeline.repair.languages.python.edits import branches
from testfix_pipeline_tests.repair.sources import assert_proposed, texts

CHAIN = "def f(a, b):\n    if a:\n        x()\n    elif b:\n        y()\n"
APART = CHAIN.replace("elif", "if")


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        (CHAIN, "elif b", "if b"),
        (CHAIN, "elif b", "else"),
        (APART, "if b", "elif b"),
        (APART, "if a", "while a"),
        (APART.replace("if a", "while a"), "while a", "if a"),
    ],
)
def test_another_keyword_is_proposed(code: str, old: str, new: str) -> None:
    assert_proposed(branches.exchange_keywords, code, old, new)


def test_what_the_first_round_leaves_is_left_behind_the_loop() -> None:
    code = "def f(xs):\n    for x in xs:\n        if x:\n            return x\n        else:\n            return None\n"
    old = "        else:\n            return None\n"
    assert_proposed(branches.leave_behind_the_loop, code, old, "    return None\n")
    assert not texts(branches.leave_behind_the_loop, code + "        print(x)\n")
