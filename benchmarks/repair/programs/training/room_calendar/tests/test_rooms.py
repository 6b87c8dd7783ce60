import pytest

from rooms import busy, clock, first_slot, free, plan


def test_apart():
    assert busy([(600, 660), (700, 720)]) == [(600, 660), (700, 720)]


def test_touching():
    assert busy([(600, 660), (660, 720)]) == [(600, 720)]


def test_overlapping_unsorted():
    assert busy([(650, 720), (600, 660)]) == [(600, 720)]


def test_one_inside_another():
    assert busy([(600, 720), (615, 630)]) == [(600, 720)]


def test_backwards():
    with pytest.raises(ValueError):
        busy([(700, 600)])


def test_free():
    assert free([(600, 660)], 480, 720) == [(480, 600), (660, 720)]


def test_all_day_free():
    assert free([], 480, 720) == [(480, 720)]


def test_first_slot():
    assert first_slot([(480, 600), (620, 700)], 480, 1000, 30) == 700


def test_plan():
    assert plan([(600, 660)]) == "10:00-11:00"
    assert clock(65) == "01:05"
