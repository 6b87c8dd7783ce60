from datetime import date, time

import pytest

from worklog import Entry, LogError, parse


def test_parse():
    assert parse("# May\n\n2024-05-06 9:15-11:45 garden: trees: planted\n2024-05-06 12:00-12:30  tidy up\n") == [
        Entry(date(2024, 5, 6), time(9, 15), time(11, 45), "garden", "trees: planted"),
        Entry(date(2024, 5, 6), time(12), time(12, 30), "tidy up"),
    ]


def test_error():
    with pytest.raises(LogError, match="line 2"):
        parse("\n2024-05-06 9-12 garden")


def test_minutes():
    entries = parse("2024-05-06 09:15-11:45 x\n2024-05-06 22:30-01:00 x\n2024-05-06 9:00-9:00 x")
    assert [entry.minutes for entry in entries] == [150, 150, 0]
