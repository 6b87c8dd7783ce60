import pytest

from pivot import Pivot, Spec

SALES = [
    {"shop": "north", "month": 1, "amount": 10},
    {"shop": "south", "month": 1, "amount": 7},
    {"shop": "north", "month": 2, "amount": 5},
    {"shop": "north", "month": 1, "amount": 3},
]


def table(records=SALES, aggregate="sum"):
    return Pivot(Spec("shop", "month", "amount", aggregate), records)


def test_headings():
    assert table().rows == ["north", "south"]
    assert table().columns == [1, 2]


def test_one_shop():
    assert table([SALES[0], SALES[3]]).cell("north", 1) == 13


def test_column_total_of_one_shop():
    assert table([SALES[0], SALES[2]]).column_total(2) == 5


def test_rows_are_separate():
    pivot = table()
    assert pivot.cell("south", 1) == 7
    assert pivot.cell("south", 2) is None
    assert pivot.row_total("north") == 18


def test_mean():
    assert table(aggregate="mean").cell("north", 1) == 6.5
    assert table(aggregate="mean").column_total(1) == pytest.approx(20 / 3)


def test_max():
    assert table(aggregate="max").cell("north", 1) == 10


def test_missing_value():
    pivot = table([{"shop": "x", "month": 1}])
    assert pivot.cell("x", 1) is None
    assert pivot.row_total("x") is None


def test_render():
    assert table().render() == (
        "shop    1  2  total\n"
        "north  13  5     18\n"
        "south   7  -      7"
    )


def test_unknown_aggregate():
    with pytest.raises(ValueError):
        Spec("a", "b", "c", "median")
