import pytest
from duration_text import clock, format, parse, total


def test_parse_units():
    assert parse("1h 30m") == 5400
    assert parse("2 days, 3h".replace(",", "")) == 183600
    assert parse("1.5 minutes") == 90


def test_parse_negative():
    assert parse("-10s") == -10


def test_parse_errors():
    for bad in ("", "abc", "5", "3 lightyears"):
        with pytest.raises(ValueError):
            parse(bad)


def test_format_short():
    assert format(3661) == "1h 1m 1s"
    assert format(0) == "0s"


def test_format_days():
    assert format(93600) == "1d 2h"


def test_format_negative():
    assert format(-60) == "-1m"


def test_format_parts():
    assert format(3661, parts=2) == "1h 1m"


def test_clock():
    assert clock(90061) == "25:01:01"


def test_total():
    assert total(["20h", "5h"]) == "1d 1h"
