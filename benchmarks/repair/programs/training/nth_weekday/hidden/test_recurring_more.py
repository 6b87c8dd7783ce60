import calendar
from datetime import date, timedelta

from recurring import nth_weekday, until


def test_against_counting():
    for month in range(1, 13):
        for weekday in range(7):
            day, found = date(2025, month, 1), []
            while day.month == month:
                if day.weekday() == weekday:
                    found.append(day)
                day += timedelta(days=1)
            for n in range(1, 6):
                expected = found[n - 1] if n <= len(found) else None
                assert nth_weekday(2025, month, weekday, n) == expected, (month, weekday, n)


def test_fifth_skips():
    days = until("fifth sunday of the month", date(2024, 1, 1), date(2024, 12, 31))
    assert [d.month for d in days] == [3, 6, 9, 12]
    assert all(d.weekday() == calendar.SUNDAY for d in days)
