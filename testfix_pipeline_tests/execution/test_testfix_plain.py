"""Data as text and back, and objects that equal what they can't be."""

import dataclasses
import datetime
import enum
from decimal import Decimal
from fractions import Fraction

import pytest

from testfix_pipeline.execution.in_target import testfix_plain as plain


class Kind(enum.Enum):
    NET = 1


@dataclasses.dataclass(frozen=True)
class Price:
    net: Decimal
    code: str = "EUR"
    gross: Decimal = dataclasses.field(init=False, default=Decimal(0))


class Basket:
    def __init__(self, *prices):
        self.prices = list(prices)


class Weight(float):
    pass


@pytest.mark.parametrize(
    "value",
    [
        [1, -2.5, "a", b"b", None, True, float("inf"), -float("inf")],
        {"a": (1,), 2: set(), 3: {"b", "c"}, 4: frozenset({Decimal("1.50")})},
        (Fraction(1, 3), datetime.date(2024, 2, 29), datetime.datetime(2024, 1, 1, 12, 30), datetime.time(8)),
        [datetime.timedelta(days=-1, seconds=5)],
        [Kind.NET, Price(Decimal("1.5"), "JPY")],
    ],
)
def test_data_comes_back_from_its_text(value):
    assert plain.parse_data(plain.data_text(value), plain.load_object) == value
    assert plain.symbolic_text(plain.parse_data(plain.data_text(value))) == plain.data_text(value), (
        "without the classes, too"
    )


def test_results_may_be_any_objects_of_data():
    name = Price.__module__
    assert plain.result_text(Basket(Price(Decimal(1)))) == (
        f"{name}.Basket(prices=[{name}.Price(net=Decimal('1'), code='EUR')])"
    )
    assert plain.result_text(Weight(1)) is None and plain.result_text(ValueError("x")) is None


@pytest.mark.parametrize("words", ["open('x')", "__import__('os').system('x')", "[x for x in y]", "f(1)", "a.b(1)"])
def test_other_code_is_no_data(words):
    with pytest.raises(ValueError):
        plain.parse_data(words)


@pytest.mark.parametrize(
    "other", [5, Decimal("2.5"), Fraction(1, 2), "ab", [1], datetime.date(2024, 2, 29), datetime.timedelta(3)]
)
def test_what_equals_every_value_of_a_type_equals_anything(other):
    class Lax:
        def __eq__(self, one):
            return isinstance(one, type(other))

        __hash__ = None

    assert plain.equals_anything(Lax(), other)
    assert not plain.equals_anything(other, other)


def test_a_number_that_equals_others_than_its_own_is_noticed_whatever_their_type():
    class Near(float):
        def __eq__(self, other):
            return abs(float(self) - other) < 2

        __hash__ = float.__hash__

    assert plain.equals_other_data(Near(1.2), 0) and plain.equals_other_data(Near(1.2), 0.5)
    assert not plain.equals_other_data(Near(1.0), 1) and not plain.equals_other_data(1.2, 1.2)


def test_collections_are_compared_item_by_item():
    one = {"a": [1, (2, 3)], "b": 4, "c": {5}}
    found = plain.paired_items(one, {"a": [6, (7, 8)], "b": 9, "c": {5}})
    assert sorted(found[1:]) == [(1, 6), (2, 7), (3, 8), (4, 9)] and found[0] == ({5}, {5})
    assert plain.paired_items([1], 1) == [([1], 1)]
    assert len(plain.paired_items(list(range(1000)), list(range(1000)))) == plain.MOST_PAIRED


def test_collections_that_hold_themselves_come_to_an_end():
    own = []
    own.append(own)
    many = []
    for _ in range(40):
        many = [many] * 20
    parent = {"name": "a"}
    parent["children"] = [{"parent": parent}]
    assert plain.paired_items(own, own) == plain.paired_items(many, many) == []
    assert plain.paired_items(parent, parent) == [("a", "a")]
