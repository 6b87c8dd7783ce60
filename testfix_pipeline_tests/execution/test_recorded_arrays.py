"""Arrays are recorded by the numbers in them, so that a call that gives others is seen."""

import array

from testfix_pipeline.execution.in_target.testfix_recorded_values import tree_of


def test_arrays_of_numbers_differ_by_what_is_in_them() -> None:
    first, second = (tree_of(array.array("d", [1.0, last])) for last in (2.0, 3.0))
    assert first == ["[", "array", [["=", "float", "1.0"], ["=", "float", "2.0"]]] != second
