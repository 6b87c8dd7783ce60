"""Numbers that releases compute in another order are no difference of behaviour."""

from typing import Any

import pytest

from testfix_pipeline.execution.in_target import testfix_recorded_values
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_changes import differing

tree_of: Any = testfix_recorded_values.tree_of


@pytest.mark.parametrize(
    ("was", "now", "is_same"),
    [
        (306.1649754144145, 306.16497541449957, True),
        ([0.0, {"km": 72.16505145271516}], [1e-16, {"km": 72.16505148492232}], True),
        (306.16497, 306.16498, False),
        (1.0, 1, False),
        (float("inf"), float("nan"), False),
        ("1.0", "1.0000000000001", False),
    ],
)
def test_rounding_is_no_difference_of_behaviour_but_may_be_what_a_test_fails_with(
    was: object, now: object, is_same: bool
) -> None:
    assert (differing(tree_of(was), tree_of(now), strict=False) is None) is is_same
    assert differing(tree_of(was), tree_of(now)) is not None
