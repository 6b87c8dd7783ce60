import pytest
from stock_lots import LotBook, NotEnoughShares


def make():
    b = LotBook()
    for q, p in [(3, 10), (4, 20), (5, 30)]:
        b.buy("X", q, p)
    return b


def test_refuse_then_sell():
    b = make()
    with pytest.raises(NotEnoughShares):
        b.sell("X", 13, 40)
    sale = b.sell("X", 12, 40)
    assert sale.basis == 260


def test_refuse_after_partial():
    b = make()
    b.sell("X", 5, 25)
    with pytest.raises(NotEnoughShares):
        b.sell("X", 8, 25)
    assert b.held("X") == 7
    assert b.cost_basis("X") == 190
    assert len(b.sales) == 1


def test_sell_unknown():
    with pytest.raises(NotEnoughShares):
        make().sell("Y", 1, 1)


def test_partial_lot():
    b = make()
    assert b.sell("X", 2, 10).basis == 20
    assert b.sell("X", 2, 10).basis == 30


def test_bad_quantities():
    b = make()
    with pytest.raises(ValueError):
        b.buy("X", 0, 1)
    with pytest.raises(ValueError):
        b.sell("X", -1, 1)
    assert b.held("X") == 12


def test_refused_does_not_touch_gain():
    b = make()
    with pytest.raises(NotEnoughShares):
        b.sell("X", 100, 1)
    assert b.realised_gain() == 0
    assert b.sell("X", 7, 20).gain == 30
