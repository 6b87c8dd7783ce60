import pytest

from accounts import Books


def make():
    b = Books()
    for name, kind in [("cash", "asset"), ("loan", "liability"), ("cap", "equity"),
                       ("sales", "income"), ("rent", "expense"), ("wages", "expense")]:
        b.open(name, kind)
    return b


def test_profit_empty():
    assert make().profit() == 0


@pytest.mark.parametrize("sale,rent,wages", [(100, 30, 20), (10, 30, 0), (0, 0, 5)])
def test_profit_values(sale, rent, wages):
    b = make()
    b.post("s", {"cash": sale}, {"sales": sale})
    b.post("c", {"rent": rent, "wages": wages}, {"cash": rent + wages})
    assert b.profit() == sale - rent - wages
    assert b.in_balance()
    assert b.total("expense") == rent + wages


def test_refund():
    b = make()
    b.post("s", {"cash": 50}, {"sales": 50})
    b.post("refund", {"sales": 20}, {"cash": 20})
    assert b.profit() == 30


def test_expense_on_credit():
    b = make()
    b.post("owed", {"rent": 70}, {"loan": 70})
    assert b.profit() == -70
    assert b.in_balance()
