import pytest

from night_shifts import paid, worked


@pytest.mark.parametrize(
    ("shift", "expected"), [("23:59-00:01", 2), ("18:30-02:15", 465), ("00:00-08:00", 480), ("12:00-12:00", 0)]
)
def test_worked(shift, expected):
    assert worked(shift) == expected


def test_paid_week():
    assert paid(["22:00-06:00"] * 5) == 2250


def test_paid_six_hours_at_night():
    assert paid(["21:00-03:00"]) == 360


def test_paid_nothing():
    assert paid([]) == 0
