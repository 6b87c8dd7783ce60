import pytest

from cash_drawer import CannotPay, Drawer, DrawerError


def make(pieces, currency="USD", **kwargs):
    d = Drawer(**kwargs)
    d.put(currency, pieces)
    return d


def test_failed_then_possible():
    d = make({1000: 1, 25: 2})
    with pytest.raises(CannotPay):
        d.pay("USD", 1060)
    assert d.pay("USD", 1050) == {1000: 1, 25: 2}
    assert d.totals() == {}


def test_more_than_there_is():
    d = make({100: 3})
    with pytest.raises(CannotPay):
        d.pay("USD", 400)
    assert d.count("USD", 100) == 3


def test_failed_many_times():
    d = make({100: 3})
    for _ in range(5):
        with pytest.raises(CannotPay):
            d.pay("USD", 101)
    assert d.balance("USD") == 300


def test_sell_takes_nothing_when_failing():
    d = make({100: 1, 10: 1})
    with pytest.raises(CannotPay):
        d.sell("USD", 375, {500: 1})
    assert d.balance("USD") == 110
    assert [d.count("USD", v) for v in (500, 100, 10)] == [0, 1, 1]
    assert d.log == [("in", "USD", 110)]


def test_exchange_failing():
    d = make({100: 1}, rates={("EUR", "USD"): 1.1})
    with pytest.raises(CannotPay):
        d.exchange("EUR", "USD", {100: 1})
    assert d.totals() == {"USD": 100}


def test_successive_payments():
    d = make({25: 4})
    d.pay("USD", 25)
    d.pay("USD", 50)
    assert d.count("USD", 25) == 1
    assert d.balance("USD") == 25


def test_put_after_pay():
    d = make({25: 4})
    d.pay("USD", 75)
    d.put("USD", {25: 1, 1: 3})
    assert d.balance("USD") == 53
    assert d.count("USD", 5) == 0


def test_sell_exact():
    d = make({25: 1})
    assert d.sell("USD", 500, {500: 1}) == {}
    assert d.balance("USD") == 525


def test_unknown_pay():
    with pytest.raises(DrawerError):
        Drawer().pay("XXX", 1)
