from datetime import date

import pytest

from share_lots import NotEnoughShares, Portfolio


@pytest.fixture
def folio():
    p = Portfolio()
    p.buy("acme", 10, 5.0, date(2022, 1, 10))
    p.buy("ACME", 10, 8.0, date(2023, 6, 1))
    p.buy("Zeta", 4, 100.0, date(2023, 2, 1))
    return p


def test_symbols(folio):
    assert folio.symbols() == ["ACME", "ZETA"]
    assert folio.shares(" acme ") == 20


def test_sell_fifo(folio):
    assert folio.sell("acme", 15, 10.0, date(2023, 7, 1)) == 60.0
    assert folio.shares("ACME") == 5
    assert folio.realised(2023) == 60.0
    assert folio.realised(2023, long_term=True) == 50.0
    assert folio.realised(2022) == 0


def test_too_many(folio):
    with pytest.raises(NotEnoughShares):
        folio.sell("zeta", 5, 1.0, date(2024, 1, 1))
    assert folio.shares("zeta") == 4


def test_split(folio):
    folio.split("zeta", 4)
    assert folio.shares("ZETA") == 16
    assert folio.sell("zeta", 16, 30.0, date(2023, 3, 1)) == 80.0
    assert folio.symbols() == ["ACME"]


def test_unrealised(folio):
    assert folio.unrealised("ZETA") is None
    folio.set_price("ZETA", 110.0)
    assert folio.unrealised("zeta") == 40.0


def test_price_any_spelling(folio):
    folio.set_price("acme", 10.0)
    assert folio.unrealised("Acme") == 70.0


def test_dividends(folio):
    assert folio.dividend("ZETA", 0.5) == 2.0
    assert folio.dividend("zeta ", 0.25) == 1.0
    assert folio.dividends("zeta") == 3.0
    assert folio.dividends("acme") == 0.0
