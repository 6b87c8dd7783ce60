from datetime import date, timedelta

import pytest
from proration import Period, Plan, change_plan, charge_for_rest, month_period, timeline

FEB = Period(date(2023, 2, 1), date(2023, 3, 1))


@pytest.mark.parametrize("day,credit", [(1, 2800), (2, 2700), (8, 2100), (27, 200), (28, 100)])
def test_credit(day, credit):
    got = change_plan(Plan("a", 2800), Plan("b", 0), FEB, date(2023, 2, day))
    assert got == {"credit": credit, "charge": 0, "due": -credit}


def test_same_plan_is_free():
    plan = Plan("x", 1999)
    for n in range(FEB.days):
        assert change_plan(plan, plan, FEB, FEB.start + timedelta(days=n))["due"] == 0


def test_downgrade():
    assert change_plan(Plan("p", 5600), Plan("q", 2800), FEB, date(2023, 2, 22))["due"] == -700


def test_credit_equals_rest():
    plan, day = Plan("p", 777), date(2023, 2, 5)
    assert change_plan(plan, plan, FEB, day)["credit"] == charge_for_rest(plan, FEB, day)


def test_december():
    p = month_period(date(2023, 12, 20), 5)
    assert p.end == date(2024, 1, 5)


def test_anchor():
    with pytest.raises(ValueError):
        month_period(date(2023, 1, 1), 31)


def test_timeline_single():
    assert timeline([(FEB.start, Plan("a", 2800))], FEB) == 2800
