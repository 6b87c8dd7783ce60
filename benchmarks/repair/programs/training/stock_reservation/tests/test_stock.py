import pytest

from warehouse.stock import OutOfStock, Stock


def test_low():
    assert Stock(a=5, b=1, c=0).low(2) == ["c", "b"]


def test_out_of_stock():
    with pytest.raises(OutOfStock, match="3 wanted, 2 free"):
        Stock(a=2).reserve("a", 3)
