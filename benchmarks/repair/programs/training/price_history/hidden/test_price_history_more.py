from datetime import date, timedelta

import pytest

from prices import PriceHistory, cheapest


def make(*pairs):
    h = PriceHistory()
    for d, p in pairs:
        h.set_price(date(2024, 1, d), p)
    return h


def test_each_change_day():
    h = make((1, 10), (2, 20), (3, 30))
    assert [h.price_on(date(2024, 1, d)) for d in (1, 2, 3, 4)] == [10, 20, 30, 30]


def test_first_day_itself():
    assert make((5, 7)).price_on(date(2024, 1, 5)) == 7


def test_day_before_first():
    with pytest.raises(LookupError):
        make((5, 7)).price_on(date(2024, 1, 4))


def test_day_before_change():
    assert make((5, 7), (9, 8)).price_on(date(2024, 1, 8)) == 7


def test_average_single_day():
    assert make((5, 7), (6, 9)).average(date(2024, 1, 6), date(2024, 1, 6)) == 9


def test_cheapest_on_first_day():
    assert cheapest({"x": make((3, 5))}, date(2024, 1, 3)) == "x"
    assert cheapest({"x": make((3, 5))}, date(2024, 1, 3) - timedelta(days=1)) is None
