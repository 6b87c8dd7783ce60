"""Numbers that releases compute in another order are no difference of behaviour."""

from typing import Any

import pytest

from testfix_pipeline.execution.in_target import testfix_recorded_values
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_changes import differing

tree_of: Any = testfix_recorded_values.tree_of


class Length(float):
    """A number of a class of its own, written as any."""


class Safe(str):
    """A text of a class of its own, which may mean something to a library."""


@pytest.mark.parametrize(
    ("was", "now", "is_same"),
    [
        (306.1649754144145, 306.16497541449957, True),
        ([0.0, {"km": 72.16505145271516}], [1e-16, {"km": 72.16505148492232}], True),
        (306.16497, 306.16498, False),
        (1.0, 1, False),
        (float("inf"), float("nan"), False),
        ("1.0", "1.0000000000001", False),
        (Length(2.5), 2.5, True),
        (Length(2.5), 2.6, False),
        (Safe("1"), "1", False),
    ],
)
def test_rounding_is_no_difference_of_behaviour_but_may_be_what_a_test_fails_with(was, now, is_same) -> None:
    assert (differing(tree_of(was), tree_of(now), strict=False) is None) is is_same
    assert differing(tree_of(was), tree_of(now)) is not None
