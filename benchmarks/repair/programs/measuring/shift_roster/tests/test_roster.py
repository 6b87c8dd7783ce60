from datetime import datetime, timedelta

import pytest

from roster import Shift, violations


def shift(day, hour, hours=8, nurse="Ruth"):
    start = datetime(2024, 4, day, hour)  # 1 April 2024 is a Monday
    return Shift(start, start + timedelta(hours=hours), nurse)


def test_empty_roster():
    assert violations([]) == []


def test_ends_after_start():
    with pytest.raises(ValueError):
        shift(1, 8, hours=0)


def test_normal_week():
    assert violations([shift(day, 6) for day in range(1, 6)]) == []


def test_long_shift():
    assert violations([shift(1, 6, hours=11)]) == ["Ruth: Mon 01 is longer than 10 h"]


def test_late_then_early():
    assert violations([shift(1, 14), shift(2, 6)]) == ["Ruth: only 8 h of rest before Tue 02"]


def test_enough_rest():
    assert violations([shift(1, 11), shift(2, 6)]) == []


def test_double_booked():
    assert violations([shift(1, 6), shift(1, 13)]) == ["Ruth: two shifts at once on Mon 01"]


def test_different_people_do_not_matter():
    assert violations([shift(1, 6), shift(1, 6, nurse="Sam")]) == []


def test_hours_of_a_week():
    assert violations([shift(day, 6, hours=9) for day in range(1, 7)]) == ["Ruth: 54 h in week 14"]


def test_nights_in_a_row():
    assert violations([shift(day, 22, hours=7) for day in range(1, 6)]) == ["Ruth: more than 4 nights in a row"]
