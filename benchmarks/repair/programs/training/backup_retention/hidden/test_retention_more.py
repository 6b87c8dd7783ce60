from datetime import datetime, timedelta

from retention import by_week


def test_week_is_the_monday():
    day = datetime(2015, 1, 1)
    mondays = {}
    while day.year < 2027:
        monday = (day - timedelta(days=day.weekday())).date()
        assert mondays.setdefault(by_week(day), monday) == monday, day
        day += timedelta(days=1)
    assert len(set(mondays.values())) == len(mondays)
