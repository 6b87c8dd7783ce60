"""Values near what a test gives: of the same type and shape, none of them the value itself."""

import datetime
from decimal import Decimal
from fractions import Fraction
from itertools import islice

import pytest

from testfix_pipeline.core.patch_policy.second_look import DIGITS, EDGES
from testfix_pipeline.execution.in_target.testfix_plain import SymbolicObject
from testfix_pipeline.execution.patch_checks.near_values import similar_values

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


def test_texts_of_the_same_shape_and_pieces_come_first():
    first = list(islice(similar_values("1h30m"), 12))
    assert (DIGITS, "2h30m") in first and (DIGITS, "1h30m".replace("3", "4")) in first
    assert {"1e30m", "1", "1h", "30m"} <= {other for _, other in first}
    assert {part for part, _ in first} == {DIGITS, EDGES, ""}


def test_objects_differ_in_one_field_and_say_in_which():
    found = list(similar_values(PRICE))
    assert ("net", SymbolicObject("shop.Price", {"net": Decimal("1501"), "code": "JPY"})) in found
    assert ("code", SymbolicObject("shop.Price", {"net": Decimal("1500"), "code": "JP"})) in found
