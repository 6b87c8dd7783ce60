from datetime import datetime, timedelta, timezone

import pytest

from httpdate import DateError, format_date, is_fresh, not_modified, parse

NOVEMBER = datetime(1994, 11, 6, 8, 49, 37, tzinfo=timezone.utc)


def test_usual_form():
    assert parse("Sun, 06 Nov 1994 08:49:37 GMT") == NOVEMBER


def test_old_form():
    assert parse("Sunday, 06-Nov-94 08:49:37 GMT") == NOVEMBER


def test_asctime_form():
    assert parse("Sun Nov  6 08:49:37 1994") == NOVEMBER
    assert parse("Wed Nov 16 08:49:37 1994") == NOVEMBER + timedelta(days=10)


def test_two_digit_years():
    assert parse("Thursday, 01-Jan-70 00:00:00 GMT").year == 1970
    assert parse("Tuesday, 31-Dec-69 00:00:00 GMT").year == 2069
    assert parse("Saturday, 01-Jan-00 00:00:00 GMT").year == 2000


@pytest.mark.parametrize("text", ["", "yesterday", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET"])
def test_not_a_date(text):
    with pytest.raises(DateError):
        parse(text)


def test_impossible_dates():
    with pytest.raises(DateError):
        parse("Sun, 31 Feb 2021 08:49:37 GMT")
    with pytest.raises(DateError):
        parse("Sun, 06 Foo 1994 08:49:37 GMT")


def test_leap_second():
    assert parse("Sat, 31 Dec 2016 23:59:60 GMT").second == 59


def test_format():
    assert format_date(NOVEMBER) == "Sun, 06 Nov 1994 08:49:37 GMT"


def test_format_other_zone():
    zone = timezone(timedelta(hours=2))
    assert format_date(datetime(2024, 1, 1, 1, 0, 0, tzinfo=zone)) == "Sun, 31 Dec 2023 23:00:00 GMT"


def test_not_modified():
    headers = {"If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"}
    assert not_modified(headers, NOVEMBER.replace(microsecond=500))
    assert not not_modified(headers, NOVEMBER + timedelta(seconds=1))
    assert not not_modified({}, NOVEMBER)


def test_fresh():
    assert is_fresh({"Expires": "Sun, 06 Nov 1994 08:49:37 GMT"}, NOVEMBER - timedelta(seconds=1))
    assert not is_fresh({"Expires": "0"}, NOVEMBER)


def test_fresh_old_form():
    now = datetime(2024, 5, 1, tzinfo=timezone.utc)
    assert is_fresh({"Expires": "Thursday, 02-May-24 00:00:00 GMT"}, now)
