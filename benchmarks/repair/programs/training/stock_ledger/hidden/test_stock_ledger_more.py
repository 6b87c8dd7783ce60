import pytest

from ledger import Ledger, StockError


def make(qty):
    led = Ledger()
    led.receive("x", qty)
    return led


@pytest.mark.parametrize("first,second", [(1, 10), (5, 6), (10, 1)])
def test_over_reservation(first, second):
    led = make(10)
    led.reserve("x", first)
    with pytest.raises(StockError):
        led.reserve("x", second)
    assert led.available("x") == 10 - first


def test_exact_remainder_allowed():
    led = make(10)
    led.reserve("x", 4)
    led.reserve("x", 6)
    assert led.available("x") == 0


def test_release_makes_room_again():
    led = make(3)
    led.reserve("x", 3)
    led.release("x", 2)
    led.reserve("x", 2)
    with pytest.raises(StockError):
        led.reserve("x", 1)


def test_unknown_sku():
    with pytest.raises(StockError):
        make(1).reserve("y", 1)


def test_reserve_nonpositive():
    with pytest.raises(StockError):
        make(1).reserve("x", -1)
