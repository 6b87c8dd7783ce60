from datetime import date, timedelta
from decimal import Decimal

import pytest

from ledger_import import Entry, reconcile

START = date(2024, 2, 27)


def e(offset, amount="5", text=""):
    return Entry(START + timedelta(days=offset), text, Decimal(amount))


@pytest.mark.parametrize("offset", [-3, -2, -1, 0, 1, 2, 3])
def test_inside_window_either_side(offset):
    assert reconcile([e(0)], [e(offset)]).balanced


@pytest.mark.parametrize("offset", [-40, -4, 4, 40])
def test_outside_window_either_side(offset):
    result = reconcile([e(0)], [e(offset)])
    assert result.pairs == []
    assert len(result.only_bank) == len(result.only_books) == 1


def test_earlier_booking_one_day_off_beats_later_two_days_off():
    result = reconcile([e(0)], [e(-1, text="before"), e(2, text="after")])
    assert result.pairs[0][1].text == "before"


def test_later_booking_one_day_off_beats_earlier_two_days_off():
    result = reconcile([e(0)], [e(-2, text="before"), e(1, text="after")])
    assert result.pairs[0][1].text == "after"


def test_equal_gap_takes_the_earlier():
    result = reconcile([e(0)], [e(1, text="after"), e(-1, text="before")])
    assert result.pairs[0][1].text == "before"


def test_weekly_standing_order():
    bank = [e(7 * i) for i in range(5)]
    books = [e(7 * i + 1, text=str(i)) for i in range(5)]
    result = reconcile(bank, books)
    assert [book.text for _, book in result.pairs] == ["0", "1", "2", "3", "4"]


def test_zero_window():
    assert not reconcile([e(0)], [e(1)], max_days=0).balanced
    assert not reconcile([e(0)], [e(-1)], max_days=0).balanced
    assert reconcile([e(0)], [e(0)], max_days=0).balanced
