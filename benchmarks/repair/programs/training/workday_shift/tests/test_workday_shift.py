from datetime import date

import pytest
from workday_shift import Workweek, parse_holidays

FRI, SAT, SUN, MON, TUE = (date(2024, 5, d) for d in (3, 4, 5, 6, 7))


def test_is_workday():
    w = Workweek([MON])
    assert w.is_workday(FRI)
    assert not w.is_workday(SAT)
    assert not w.is_workday(MON)


def test_roll():
    assert Workweek().roll(SAT) == MON
    assert Workweek().roll(SUN, -1) == FRI


def test_shift_over_weekend():
    assert Workweek().shift(FRI, 1) == MON
    assert Workweek().shift(MON, -1) == FRI


def test_shift_over_holiday():
    assert Workweek([MON]).shift(FRI, 1) == TUE


def test_shift_zero():
    assert Workweek().shift(FRI, 0) == FRI
    assert Workweek().shift(SAT, 0) == MON


def test_shift_from_weekend():
    assert Workweek().shift(SAT, 1) == TUE


def test_between():
    assert Workweek().between(FRI, TUE) == 2
    assert Workweek().between(TUE, FRI) == -2


def test_month_end():
    assert Workweek().month_end(2024, 6) == date(2024, 6, 28)
    assert Workweek().month_end(2023, 12) == date(2023, 12, 29)


def test_deadline():
    assert Workweek().deadline(FRI, 5, grace=1) == date(2024, 5, 13)


def test_no_workdays():
    with pytest.raises(ValueError):
        Workweek(weekend=range(7))


def test_parse():
    assert parse_holidays("2024-05-06 # x\n\n#y") == [MON]
