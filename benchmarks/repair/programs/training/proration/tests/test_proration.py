from datetime import date

import pytest
from proration import Period, Plan, change_plan, charge_for_rest, month_period, timeline

JUNE = Period(date(2024, 6, 1), date(2024, 7, 1))
BASIC, PRO = Plan("basic", 3000), Plan("pro", 9000)


def test_days():
    assert JUNE.days == 30
    assert JUNE.days_left(date(2024, 6, 30)) == 1


def test_outside():
    with pytest.raises(ValueError):
        JUNE.days_left(date(2024, 7, 1))


def test_month_period():
    p = month_period(date(2024, 3, 10), 15)
    assert (p.start, p.end) == (date(2024, 2, 15), date(2024, 3, 15))


def test_rest():
    assert charge_for_rest(PRO, JUNE, date(2024, 6, 21)) == 3000


def test_change_half_way():
    assert change_plan(BASIC, PRO, JUNE, date(2024, 6, 16)) == {"credit": 1500, "charge": 4500, "due": 3000}


def test_change_late():
    assert change_plan(BASIC, PRO, JUNE, date(2024, 6, 28)) == {"credit": 300, "charge": 900, "due": 600}


def test_change_on_first_day():
    assert change_plan(BASIC, PRO, JUNE, JUNE.start)["due"] == 6000


def test_timeline():
    assert timeline([(date(2024, 6, 11), PRO), (date(2024, 6, 1), BASIC)], JUNE) == 7000


def test_rounding():
    assert charge_for_rest(Plan("odd", 1000), JUNE, date(2024, 6, 30)) == 33
