from datetime import date

import pytest

from watering_plan import Plant, WateringPlan

FERN = Plant("fern", 3, 500)
CACTUS = Plant("cactus", 10, 100, winter_factor=3)


def may(day):
    """In May 2024 the 1st is a Wednesday, the 4th a Saturday."""
    return date(2024, 5, day)


def test_never_watered_is_due():
    plan = WateringPlan()
    plan.add(FERN)
    assert plan.due(may(1)) == ["fern"]


def test_interval():
    plan = WateringPlan()
    plan.add(FERN, last=may(1))
    assert plan.next_due("fern", may(2)) == may(4)
    assert plan.due(may(3)) == []
    assert plan.due(may(4)) == ["fern"]


def test_winter():
    plan = WateringPlan()
    plan.add(CACTUS, last=date(2024, 1, 1))
    assert plan.next_due("cactus", date(2024, 1, 2)) == date(2024, 1, 31)


def test_single_rest_day():
    plan = WateringPlan(rest_days=[6])
    plan.add(FERN, last=may(2))
    assert plan.next_due("fern", may(3)) == may(6)


def test_weekend_off():
    plan = WateringPlan(rest_days=[5, 6])
    plan.add(FERN, last=may(1))
    assert plan.next_due("fern", may(2)) == may(6)


def test_schedule():
    plan = WateringPlan()
    plan.add(FERN, last=may(1))
    plan.add(CACTUS, last=may(1))
    assert plan.schedule(may(4), 8) == {
        may(4): ["fern"],
        may(7): ["fern"],
        may(10): ["fern"],
        may(11): ["cactus"],
    }
    assert plan.litres(may(4), 8) == 1.6


def test_schedule_weekend_off():
    plan = WateringPlan(rest_days=[5, 6])
    plan.add(FERN, last=may(1))
    assert list(plan.schedule(may(4), 9)) == [may(6), may(9)]


def test_overdue():
    plan = WateringPlan()
    plan.add(FERN, last=may(1))
    plan.add(CACTUS, last=may(1))
    assert plan.overdue(may(4)) == []
    assert plan.overdue(may(12)) == [("fern", 8), ("cactus", 1)]


def test_water():
    plan = WateringPlan()
    plan.add(FERN, last=may(1))
    plan.water("fern", may(4))
    plan.water("fern", may(2))
    assert plan.next_due("fern", may(5)) == may(7)
    with pytest.raises(KeyError):
        plan.water("rose", may(4))


def test_no_day_left():
    with pytest.raises(ValueError):
        WateringPlan(rest_days=range(7))
