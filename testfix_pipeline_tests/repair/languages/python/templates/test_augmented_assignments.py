"""Assignments that were meant to add to a variable: what the templates of `augmented` make of them."""

import pytest

from testfix_pipeline_tests.repair.sources import producer, shape, texts

BEGUN = {"set()": "|=", "{seed}": "|=", "[]": "+=", "''": "+=", "0": "+="}


@pytest.mark.parametrize("begun", BEGUN)
def test_what_begins_with_nothing_is_added_to(begun: str) -> None:
    head = f"def f(seed, parts):\n    names = {begun}\n    for part in parts:\n"
    found = texts(producer("augmented"), f"{head}        names = part\n    return names\n")
    best = max(found, key=lambda text: found[text].prior)
    assert best == shape(f"{head}        names {BEGUN[begun]} part\n    return names\n")


def test_conditions_are_hardly_ever_added_up() -> None:
    flag = texts(producer("augmented"), "def f(x):\n    found = x.a\n    found = x.b is None\n    return found")
    counted = texts(producer("augmented"), "def f(x):\n    found = 0\n    found = x.b is None\n    return found")
    assert max(edit.prior for text, edit in flag.items() if "found += x.b is None" in text) < 0.1
    assert max(edit.prior for text, edit in counted.items() if "found += x.b is None" in text) > 0.5
