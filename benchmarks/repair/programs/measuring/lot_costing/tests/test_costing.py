import pytest

from costing import OutOfStock, Stock, margin


@pytest.fixture
def stock():
    stock = Stock("bolt")
    stock.receive(10, 5)
    stock.receive(20, 6)
    return stock


def test_quantity_and_value(stock):
    assert stock.quantity == 30
    assert stock.value == 170


def test_nothing_received():
    with pytest.raises(ValueError):
        Stock("nut").receive(0, 5)


def test_too_much(stock):
    with pytest.raises(OutOfStock, match="31 wanted, 30 there"):
        stock.issue(31)
    assert stock.quantity == 30


def test_whole_lot(stock):
    assert stock.issue(10) == 50
    assert stock.quantity == 20


def test_everything(stock):
    assert stock.issue(30) == 170
    assert stock.value == 0


def test_over_two_lots():
    stock = Stock("nut")
    stock.receive(4, 10)
    stock.receive(4, 20)
    assert stock.issue(8) == 120


def test_write_down(stock):
    assert stock.write_down(5) == 20
    assert stock.value == 150


def test_part_of_a_lot():
    stock = Stock("nut")
    stock.receive(9, 2)
    stock.receive(1, 7)
    assert stock.issue(3) == 6
    assert stock.quantity == 7


def test_margin(stock):
    assert margin(stock, [(10, 10)]) == 50.0
    assert margin(stock, []) == 0.0
