from datetime import date

import pytest

from share_lots import NotEnoughShares, Portfolio

D = date(2023, 1, 1)


def make():
    p = Portfolio()
    p.buy("abc", 10, 2.0, D)
    return p


@pytest.mark.parametrize("spelling", ["abc", "ABC", " Abc", "aBc  "])
def test_price_spellings(spelling):
    p = make()
    p.set_price(spelling, 3.0)
    assert p.unrealised("abc") == 10.0
    assert p.unrealised("ABC") == 10.0


@pytest.mark.parametrize("spelling", ["abc", "ABC", " Abc"])
def test_dividend_spellings(spelling):
    p = make()
    assert p.dividend(spelling, 1.0) == 10.0
    assert p.dividends("abc") == 10.0


def test_price_is_replaced():
    p = make()
    p.set_price("ABC", 5.0)
    p.set_price("abc", 4.0)
    assert p.unrealised("ABC") == 20.0


def test_dividends_apart():
    p = make()
    p.buy("xy", 1, 1.0, D)
    p.dividend("xy", 2.0)
    p.dividend("Abc", 1.0)
    assert (p.dividends("XY"), p.dividends("abc")) == (2.0, 10.0)


def test_long_term_boundary():
    p = make()
    p.sell("abc", 1, 3.0, date(2024, 1, 1))
    p.sell("abc", 1, 3.0, date(2024, 1, 2))
    assert [g.long_term for g in p.gains] == [False, True]
    assert p.gains[0].symbol == "ABC"


def test_late_entry_of_an_older_lot():
    p = make()
    p.buy("ABC", 1, 1.0, date(2020, 1, 1))
    assert p.sell("abc", 1, 2.0, date(2023, 2, 1)) == 1.0


def test_unknown():
    p = make()
    assert p.unrealised("none") is None
    assert p.shares("none") == 0
    with pytest.raises(NotEnoughShares):
        p.sell("none", 1, 1.0, D)
