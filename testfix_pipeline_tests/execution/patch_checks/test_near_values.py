"""Values near what a test gives: of the same type and shape, none of them the value itself."""

import datetime
from decimal import Decimal
from fractions import Fraction
from itertools import islice

import pytest

from testfix_pipeline.execution.in_target.testfix_plain import SymbolicObject
from testfix_pipeline.execution.patch_checks.near_values import similar_values, values_in_pattern

PRICE = SymbolicObject("shop.Price", {"net": Decimal("1500"), "code": "JPY"})


@pytest.mark.parametrize(
    "value",
    [
        7,
        "",
        "1h30m",
        Decimal("1.5"),
        Decimal("Infinity"),
        Fraction(1, 3),
        datetime.date.max,
        datetime.datetime(2024, 2, 29, 12),
        datetime.timedelta(days=1),
        [1, "ab"],
        (PRICE,),
        {"a": 1},
        PRICE,
        SymbolicObject("shop.Kind.NET"),
    ],
)
def test_others_of_the_same_type_and_never_the_same(value):
    found = [other for _, other in islice(similar_values(value), 40)]
    assert all(type(other) is type(value) and other != value for other in found)
    assert len({repr(other) for other in found}) == len(found)


def test_a_list_of_numbers_is_moved_as_a_whole_and_held_by_another_type():
    found = [other for _, _, other in values_in_pattern([2, 3])]
    assert found[0] == (2, 3)
    assert {tuple(other) for other in found[1:]} >= {(1, 2), (3, 4), (-5, -4)}
    assert [other for _, _, other in values_in_pattern(((0, 1),))] == [[(0, 1)]]
