import pytest

from cash_drawer import CannotPay, Drawer, DrawerError


@pytest.fixture
def drawer():
    d = Drawer({("EUR", "CHF"): 0.95})
    d.put("EUR", {1000: 2, 200: 3, 50: 1})
    d.put("CHF", {1000: 1, 100: 5, 5: 10})
    return d


def test_balance(drawer):
    assert drawer.balance("EUR") == 2650
    assert drawer.totals() == {"EUR": 2650, "CHF": 1550}


def test_unknown(drawer):
    with pytest.raises(DrawerError):
        drawer.balance("GBP")
    with pytest.raises(DrawerError):
        drawer.put("CHF", {1: 5})


def test_pay(drawer):
    assert drawer.pay("EUR", 1450) == {1000: 1, 200: 2, 50: 1}
    assert drawer.balance("EUR") == 1200
    assert drawer.log[-1] == ("out", "EUR", 1450)


def test_cannot_pay(drawer):
    with pytest.raises(CannotPay):
        drawer.pay("EUR", 1230)
    assert drawer.balance("EUR") == 2650
    assert len(drawer.log) == 2


def test_sell(drawer):
    assert drawer.sell("EUR", 1350, {2000: 1}) == {200: 3, 50: 1}
    assert drawer.count("EUR", 2000) == 1
    assert drawer.balance("EUR") == 4000


def test_sell_without_change(drawer):
    with pytest.raises(CannotPay):
        drawer.sell("EUR", 990, {1000: 1})
    assert drawer.count("EUR", 1000) == 2
    with pytest.raises(CannotPay):
        drawer.sell("EUR", 1570, {2000: 1})
    assert drawer.count("EUR", 200) == 3


def test_too_little(drawer):
    with pytest.raises(DrawerError):
        drawer.sell("EUR", 1001, {1000: 1})


def test_exchange(drawer):
    assert drawer.exchange("EUR", "CHF", {200: 1, 20: 1}) == {100: 2, 5: 1}
    assert drawer.totals() == {"EUR": 2870, "CHF": 1345}
    with pytest.raises(DrawerError):
        drawer.exchange("CHF", "EUR", {100: 1})
