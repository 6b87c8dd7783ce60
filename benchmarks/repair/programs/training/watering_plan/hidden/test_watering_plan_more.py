from datetime import date, timedelta

import pytest

from watering_plan import Plant, WateringPlan


def june(day):
    """The 1st of June 2024 is a Saturday, the 3rd a Monday."""
    return date(2024, 6, day)


def make(rest, every=1, last=None):
    plan = WateringPlan(rest)
    plan.add(Plant("p", every, 250), last=last)
    return plan


def test_three_rest_days():
    assert make([4, 5, 6], 1, june(6)).next_due("p", june(7)) == june(10)


def test_six_rest_days():
    plan = make([1, 2, 3, 4, 5, 6], 1, june(3))
    assert plan.next_due("p", june(4)) == june(10)
    assert list(plan.schedule(june(3), 22)) == [june(10), june(17), june(24)]


def test_over_end_of_week():
    assert make([6, 0], 2, june(7)).next_due("p", june(8)) == june(11)


def test_second_rest_day():
    assert make([5, 6], 2, june(7)).next_due("p", june(8)) == june(10)


def test_rest_days_apart():
    plan = make([2, 4], 1, june(4))
    assert plan.next_due("p", june(5)) == june(6)


def test_never_watered_on_weekend():
    plan = make([5, 6])
    assert plan.next_due("p", june(1)) == june(3)
    assert plan.due(june(1)) == []
    assert plan.due(june(2)) == []
    assert plan.due(june(3)) == ["p"]


def test_nothing_on_rest_days():
    plan = make([0, 1, 5, 6], 2)
    days = plan.schedule(june(1), 30)
    assert days
    assert not [d for d in days if d.weekday() in (0, 1, 5, 6)]


def test_every_working_day():
    plan = make([5, 6])
    assert list(plan.schedule(june(3), 7)) == [june(d) for d in (3, 4, 5, 6, 7)]
    assert plan.litres(june(3), 7) == 1.25


def test_no_rest_days():
    assert len(make([]).schedule(june(1), 14)) == 14


def test_overdue_moves_to_working_day():
    plan = make([5, 6], 3, june(1) - timedelta(days=10))
    assert plan.next_due("p", june(1)) == june(3)


def test_working_day_stays():
    assert make([5, 6], 3, june(3)).next_due("p", june(4)) == june(6)


def test_remove():
    plan = make([5, 6], 1, june(3))
    plan.remove("p")
    assert plan.due(june(4)) == []
    assert plan.overdue(june(28)) == []
    with pytest.raises(KeyError):
        plan.water("p", june(4))
