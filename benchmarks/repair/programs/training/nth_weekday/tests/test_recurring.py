from datetime import date

import pytest

from recurring import first, nth_weekday, until


def test_nth_weekday():
    assert nth_weekday(2024, 5, 0, 1) == date(2024, 5, 6)
    assert nth_weekday(2024, 5, 4, 2) == date(2024, 5, 10)


def test_first_day_of_month():
    assert nth_weekday(2024, 7, 0, 1) == date(2024, 7, 1)


def test_last():
    assert nth_weekday(2024, 5, 4, -1) == date(2024, 5, 31)
    assert nth_weekday(2024, 6, 0, -2) == date(2024, 6, 17)


def test_thanksgiving():
    assert nth_weekday(2023, 11, 3, 4) == date(2023, 11, 23)


def test_no_fifth():
    assert nth_weekday(2023, 2, 2, 5) is None


def test_weekly():
    assert first("every week on Friday", date(2024, 1, 1), 2) == [date(2024, 1, 5), date(2024, 1, 12)]


def test_every_other_week():
    assert first("Every 2 weeks on Mon", date(2024, 1, 1), 3) == [
        date(2024, 1, 1), date(2024, 1, 15), date(2024, 1, 29),
    ]


def test_monthly_rule():
    assert until("second Tuesday of the month", date(2024, 1, 10), date(2024, 4, 1)) == [
        date(2024, 2, 13), date(2024, 3, 12),
    ]


def test_last_over_new_year():
    assert first("last Friday of every month", date(2023, 12, 30), 2) == [date(2024, 1, 26), date(2024, 2, 23)]


@pytest.mark.parametrize("rule", ["daily", "sixth monday of the month", "every week on xyz"])
def test_unknown(rule):
    with pytest.raises(ValueError):
        first(rule, date(2024, 1, 1), 1)
