from datetime import date

import pytest

from prices import PriceHistory, cheapest


def day(n):
    return date(2024, 5, n)


@pytest.fixture
def history():
    h = PriceHistory()
    h.set_price(day(10), 300)
    h.set_price(day(1), 100)
    h.set_price(day(20), 200)
    return h


def test_between_changes(history):
    assert history.price_on(day(5)) == 100
    assert history.price_on(day(15)) == 300


def test_price_on_day_of_change(history):
    assert history.price_on(day(10)) == 300


def test_after_last(history):
    assert history.price_on(day(31)) == 200


def test_before_first(history):
    with pytest.raises(LookupError):
        history.price_on(date(2024, 4, 30))


def test_replace_same_day(history):
    history.set_price(day(10), 250)
    assert history.price_on(day(11)) == 250
    assert history.changes_between(day(1), day(31)) == 3


def test_changes_inclusive(history):
    assert history.changes_between(day(1), day(10)) == 2
    assert history.changes_between(day(2), day(9)) == 0


def test_average(history):
    assert history.average(day(8), day(11)) == 200


def test_lowest_since(history):
    assert history.lowest_since(day(10)) == 200
    assert history.lowest_since(day(1)) == 100


def test_negative():
    with pytest.raises(ValueError):
        PriceHistory().set_price(day(1), -1)


def test_cheapest(history):
    other = PriceHistory()
    other.set_price(day(12), 150)
    assert cheapest({"a": history, "b": other}, day(5)) == "a"
    assert cheapest({"a": history, "b": other}, day(15)) == "b"
    assert cheapest({}, day(15)) is None
