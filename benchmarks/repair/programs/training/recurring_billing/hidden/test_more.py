from datetime import date

from recurring_billing import Subscription, first_due_dates, invoice_run, next_due, revenue


def sub(plan, *start, **kw):
    return Subscription("c", plan, date(*start), 100, **kw)


def test_quarterly_from_the_end_of_november():
    assert first_due_dates(sub("quarterly", 2022, 11, 30), 5) == [
        date(2022, 11, 30), date(2023, 2, 28), date(2023, 5, 30),
        date(2023, 8, 30), date(2023, 11, 30),
    ]


def test_leap_day_yearly():
    dates = first_due_dates(sub("yearly", 2020, 2, 29), 5)
    assert dates == [date(2020, 2, 29), date(2021, 2, 28), date(2022, 2, 28),
                     date(2023, 2, 28), date(2024, 2, 29)]


def test_thirtieth_is_not_moved_to_month_end():
    dates = first_due_dates(sub("monthly", 2023, 1, 30), 12)
    assert [d.day for d in dates] == [30, 28] + [30] * 10


def test_twenty_eighth_stays():
    dates = first_due_dates(sub("monthly", 2023, 2, 28), 12)
    assert {d.day for d in dates} == {28}


def test_next_due_long_after_start():
    assert next_due(sub("monthly", 2021, 8, 31), date(2024, 6, 30)) == date(2024, 7, 31)


def test_end_date_is_included_and_counts_real_due_day():
    s = sub("monthly", 2023, 1, 31, end=date(2023, 3, 30))
    assert first_due_dates(s, 10) == [date(2023, 1, 31), date(2023, 2, 28)]
    assert revenue([s], date(2023, 2, 28), date(2023, 12, 31)) == 100


def test_run_on_the_thirty_first():
    assert invoice_run([sub("monthly", 2023, 1, 31)], date(2023, 5, 31)) == ["c"]
    assert invoice_run([sub("monthly", 2023, 1, 31)], date(2023, 5, 28)) == []
