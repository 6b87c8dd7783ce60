from datetime import datetime, timezone

import pytest

from httpdate import DateError, format_date, not_modified, parse


@pytest.mark.parametrize("short, year", [(70, 1970), (71, 1971), (99, 1999), (1, 2001), (49, 2049), (50, 2050), (68, 2068)])
def test_century(short, year):
    assert parse(f"Monday, 15-Mar-{short:02d} 10:00:00 GMT") == datetime(year, 3, 15, 10, tzinfo=timezone.utc)


def test_four_digits_stay():
    assert parse("Mon, 15 Mar 0094 10:00:00 GMT").year == 94
    assert parse("Mon Mar 15 10:00:00 0012").year == 12


def test_year_zero_of_four_digits():
    with pytest.raises(DateError):
        parse("Mon, 15 Mar 0000 10:00:00 GMT")


def test_leap_day():
    assert parse("Tuesday, 29-Feb-00 10:00:00 GMT").day == 29
    with pytest.raises(DateError):
        parse("Tuesday, 29-Feb-01 10:00:00 GMT")


def test_rewritten():
    assert format_date(parse("Friday, 31-Dec-99 23:59:59 GMT")) == "Fri, 31 Dec 1999 23:59:59 GMT"


def test_condition():
    headers = {"If-Modified-Since": "Friday, 31-Dec-99 23:59:59 GMT"}
    assert not_modified(headers, datetime(1998, 1, 1, tzinfo=timezone.utc))
    assert not not_modified(headers, datetime(2000, 1, 1, tzinfo=timezone.utc))
