import pytest
from tariff_bands import Band, Tariff, cheapest


@pytest.fixture
def home():
    return Tariff([Band(100, 10), Band(250, 15), Band(400, 22), Band(None, 30)], standing=500)


def test_zero(home):
    assert home.total(0) == 500
    assert home.breakdown(0) == []


def test_first_band(home):
    assert home.breakdown(80) == [(80, 800)]


def test_two_bands(home):
    assert home.breakdown(180) == [(100, 1000), (80, 1200)]


def test_all_bands(home):
    assert home.breakdown(450) == [(100, 1000), (150, 2250), (150, 3300), (50, 1500)]


def test_marginal(home):
    assert [home.marginal_price(k) for k in (0, 99, 100, 399, 400)] == [10, 10, 15, 22, 30]


def test_negative(home):
    with pytest.raises(ValueError):
        home.total(-1)


def test_bad_bands():
    with pytest.raises(ValueError):
        Tariff([Band(100, 1)])
    with pytest.raises(ValueError):
        Tariff([Band(100, 1), Band(50, 1), Band(None, 1)])


def test_cheapest():
    flat = Tariff([Band(None, 20)])
    step = Tariff([Band(100, 10), Band(None, 40)])
    assert cheapest({"flat": flat, "step": step}, 100) == "step"
    assert cheapest({"flat": flat, "step": step}, 300) == "flat"
