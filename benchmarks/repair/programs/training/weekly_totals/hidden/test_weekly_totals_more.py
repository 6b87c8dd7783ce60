from datetime import date

from weekly_totals import monday, read, week_of


def test_end_of_december_in_the_next_year():
    assert week_of(date(2024, 12, 29)) == (2024, 52)
    assert week_of(date(2024, 12, 30)) == (2025, 1)
    assert week_of(date(2018, 12, 31)) == (2019, 1)


def test_start_of_january_in_the_old_year():
    assert week_of(date(2022, 1, 2)) == (2021, 52)
    assert week_of(date(2022, 1, 3)) == (2022, 1)
    assert week_of(date(2016, 1, 1)) == (2015, 53)


def test_monday_is_in_its_week():
    for day in (date(2020, 12, 31), date(2023, 1, 1), date(2025, 12, 29), date(2023, 6, 15)):
        assert 0 <= (day - monday(week_of(day))).days < 7


def test_weeks_in_a_row():
    totals = read("2018-12-28 a 10\n2019-01-09 a 20", weekly_minutes=15)
    assert totals.balance() == {"2018-W52": -5, "2019-W01": -20, "2019-W02": -15}


def test_busiest_over_new_year():
    assert read("2021-12-31 a 50\n2022-01-01 a 60\n2022-01-05 a 100").busiest() == "2021-W52"
