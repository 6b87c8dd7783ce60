from tariff_bands import Band, Tariff, cheapest
import pytest


def brute(tariff, kwh):
    return tariff.standing + sum(tariff.marginal_price(k) for k in range(kwh))


@pytest.mark.parametrize("kwh", [0, 1, 50, 51, 60, 75, 200])
def test_total_is_sum_of_marginal(kwh):
    t = Tariff([Band(50, 7), Band(60, 9), Band(75, 11), Band(90, 4), Band(None, 2)], 33)
    assert t.total(kwh) == brute(t, kwh)


def test_unequal_bands():
    t = Tariff([Band(10, 1), Band(15, 2), Band(45, 3), Band(None, 4)])
    assert t.breakdown(50) == [(10, 10), (5, 10), (30, 90), (5, 20)]


def test_exact_third_ceiling():
    t = Tariff([Band(10, 1), Band(15, 2), Band(45, 3), Band(None, 4)])
    assert t.breakdown(45) == [(10, 10), (5, 10), (30, 90)]


def test_tie_goes_to_name():
    a = Tariff([Band(None, 5)])
    assert cheapest({"b": a, "a": a}, 10) == "a"
