from datetime import datetime, timedelta, timezone

import pytest
from iso_stamp import from_epoch, to_epoch

CASES = [
    "1999-12-31T23:59:59+05:30",
    "2000-02-29T00:00:00-08:00",
    "1969-07-20T20:17:40Z",
    "2038-01-19T03:14:08+14:00",
    "1900-03-01T12:00:00-00:30",
]


@pytest.mark.parametrize("text", CASES)
def test_against_datetime(text):
    iso = text.replace("Z", "+00:00")
    assert to_epoch(text) == int(datetime.fromisoformat(iso).timestamp())


@pytest.mark.parametrize("offset", [-720, -90, 0, 45, 600])
def test_format_against_datetime(offset):
    zone = timezone(timedelta(minutes=offset))
    want = datetime.fromtimestamp(1234567890, zone).isoformat().replace("+00:00", "Z")
    assert from_epoch(1234567890, offset) == want


def test_year_change():
    assert from_epoch(to_epoch("2021-12-31T23:00:00Z"), 120) == "2022-01-01T01:00:00+02:00"


def test_difference():
    assert to_epoch("2022-01-01T00:00:00-01:00") - to_epoch("2022-01-01T00:00:00+01:00") == 7200
