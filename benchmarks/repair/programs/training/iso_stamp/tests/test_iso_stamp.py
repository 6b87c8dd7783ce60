import pytest
from iso_stamp import days_from_civil, from_epoch, to_epoch


def test_epoch():
    assert to_epoch("1970-01-01T00:00:00Z") == 0
    assert from_epoch(0) == "1970-01-01T00:00:00Z"


def test_known_date():
    assert to_epoch("2001-09-09T01:46:40Z") == 1000000000


def test_round_trip_with_offset():
    text = "2024-02-29T23:30:15-05:30"
    assert from_epoch(to_epoch(text), -330) == text


def test_east_is_earlier():
    assert to_epoch("1970-01-01T02:00:00+02:00") == 0


def test_format_at_offset():
    assert from_epoch(0, -60) == "1969-12-31T23:00:00-01:00"


def test_same_instant_two_zones():
    assert to_epoch("2020-06-01T12:00:00+02:00") == to_epoch("2020-06-01T10:00:00Z")


def test_bad_stamps():
    for text in ("2023-02-29T00:00:00Z", "2023-13-01T00:00:00Z", "2023-01-01T24:00:00Z", "x", "2023-01-01T00:00:00+20:00"):
        with pytest.raises(ValueError):
            to_epoch(text)


def test_days():
    assert days_from_civil(1970, 1, 1) == 0
    assert days_from_civil(2000, 3, 1) == 11017
