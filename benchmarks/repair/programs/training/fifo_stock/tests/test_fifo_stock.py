from datetime import date

import pytest

from fifo_stock import Inventory, StockError


def day(n):
    return date(2024, 3, n)


@pytest.fixture
def stock():
    inv = Inventory("north", "south")
    inv["north"].receive("pen", day(1), 10, 100)
    inv["north"].receive("pen", day(5), 10, 120)
    inv["south"].receive("pen", day(3), 5, 110)
    return inv


def test_value(stock):
    assert stock["north"].value("pen") == 2200
    assert stock.value() == 2750


def test_sell_over_two_lots(stock):
    assert stock.sell("north", "pen", 12, 200) == 2400 - 1240
    assert stock["north"].lots("pen") == [(day(5), 8, 120)]


def test_not_enough(stock):
    with pytest.raises(StockError):
        stock.sell("south", "pen", 6, 200)
    assert stock["south"].quantity("pen") == 5
    assert stock.sales == []


def test_late_booking(stock):
    stock["south"].receive("pen", day(2), 1, 90)
    assert stock["south"].lots("pen") == [(day(2), 1, 90), (day(3), 5, 110)]


def test_transfer_keeps_the_value(stock):
    stock.transfer("north", "south", "pen", 4)
    assert stock["north"].quantity("pen") == 16
    assert stock["south"].quantity("pen") == 9
    assert stock.value() == 2750


def test_sell_after_transfer(stock):
    stock.transfer("north", "south", "pen", 4)
    assert stock.sell("south", "pen", 4, 150) == 200
    assert stock["south"].lots("pen") == [(day(3), 5, 110)]


def test_transfer_of_newer_units(stock):
    stock.sell("north", "pen", 10, 200)
    stock.transfer("north", "south", "pen", 2)
    assert stock["south"].lots("pen") == [(day(3), 5, 110), (day(5), 2, 120)]


def test_older_than(stock):
    stock["north"].receive("ink", day(9), 3, 10)
    assert stock["north"].older_than(day(5)) == {"pen": 10}


def test_cost_and_margins(stock):
    stock.sell("north", "pen", 10, 200)
    stock.sell("south", "pen", 5, 220)
    assert stock.cost_of_goods_sold() == 1550
    assert stock.cost_of_goods_sold("ink") == 0
    assert stock.margins() == {"pen": 50.0}


def test_bad_quantity(stock):
    for quantity in (0, -1):
        with pytest.raises(StockError):
            stock["north"].receive("pen", day(1), quantity, 5)
        with pytest.raises(StockError):
            stock["north"].take("pen", quantity)
