"""Operands are held together, completed, and put in order."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.repair.languages.python.edits.operands import (
    propose_completed_operands,
    propose_other_groups,
    propose_second_keys,
)
from testfix_pipeline_tests.repair.sources import assert_proposed, shape, texts


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a + 2 * b + c", "a + 2 * (b + c)"),
        ("a + b / 2", "(a + b) / 2"),
        ("a * (b + c)", "a * b + c"),
        ("a or b and c", "(a or b) and c"),
        ("not a and b", "not (a and b)"),
        ("-a + b", "-(a + b)"),
        ("a in b or c", "a in (b or c)"),
        ("a + b if c else d", "a + (b if c else d)"),
        ("a - (b - c) - d", "a - (b - c - d)"),
    ],
)
def test_other_operands_are_held_together(old: str, new: str) -> None:
    assert_proposed(propose_other_groups, f"x = {old}", old, new)


def test_brackets_of_a_call_stay() -> None:
    assert texts(propose_other_groups, "x = f(a + b) * c") == {}


@given(st.lists(st.sampled_from(["+", "-", "*", "/", "and", "or", "<"]), min_size=1, max_size=5))
def test_each_proposal_differs_and_has_the_same_operands(signs: list[str]) -> None:
    code = "x = a" + "".join(f" {sign} {name}" for sign, name in zip(signs, "bcdef", strict=False))
    for text in texts(propose_other_groups, code):
        assert text != shape(code)
        names = [node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]
        assert sorted(names) == sorted({*names})


def test_an_operand_is_completed_as_the_one_before_it() -> None:
    code = "if name.endswith('.csv') or '.tsv':\n    pass\n"
    assert_proposed(propose_completed_operands, code, "or '.tsv'", "or name.endswith('.tsv')")
    assert not texts(propose_completed_operands, "x = name or 'nobody'")


def test_what_is_alike_is_ordered_by_itself() -> None:
    assert_proposed(propose_second_keys, "x = sorted(d, key=lambda k: -d[k])", "-d[k]", "(-d[k], k)")
