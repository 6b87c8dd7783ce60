from datetime import date

from bank_holidays import BankCalendar, Fixed, NthWeekday

MAY_DAY = Fixed("May Day", 5, 1)
BOXING = Fixed("Boxing Day", 12, 31)


def test_every_weekday():
    observed = {year: MAY_DAY.observed(year) for year in range(2019, 2025)}
    assert observed == {
        2019: date(2019, 5, 1),
        2020: date(2020, 5, 1),
        2021: date(2021, 4, 30),
        2022: date(2022, 5, 2),
        2023: date(2023, 5, 1),
        2024: date(2024, 5, 1),
    }


def test_never_observed_on_a_weekend():
    for month in range(1, 13):
        for day in (3, 14, 28):
            for year in range(2015, 2030):
                assert Fixed("x", month, day).observed(year).weekday() < 5


def test_sunday_moves_over_the_end_of_a_month():
    assert Fixed("x", 4, 30).observed(2023) == date(2023, 5, 1)


def test_sunday_itself_has_no_name():
    calendar = BankCalendar([MAY_DAY])
    assert calendar.holiday(date(2022, 5, 1)) is None
    assert calendar.holiday(date(2022, 5, 2)) == "May Day"
    assert calendar.is_open(date(2022, 4, 29))


def test_tuesday_after_a_sunday_is_open():
    calendar = BankCalendar([MAY_DAY])
    assert calendar.add_days(date(2022, 4, 29), 1) == date(2022, 5, 3)
    assert calendar.add_days(date(2022, 5, 3), -1) == date(2022, 4, 29)


def test_sunday_by_rule_stays():
    mothers = NthWeekday("Mother's Day", 5, 6, 2)
    assert mothers.observed(2024) == date(2024, 5, 12)


def test_open_days_of_a_month():
    assert BankCalendar([MAY_DAY]).open_days(date(2022, 5, 1), date(2022, 5, 31)) == 21
    assert BankCalendar([MAY_DAY]).open_days(date(2021, 5, 1), date(2021, 5, 31)) == 21
