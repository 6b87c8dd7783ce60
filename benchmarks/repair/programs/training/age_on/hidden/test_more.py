from datetime import date

from age_on import age_on, entry_price


def test_first_of_a_later_month():
    assert age_on(date(2000, 1, 31), date(2001, 2, 1)) == 1


def test_some_months_old():
    assert age_on(date(2000, 1, 31), date(2000, 3, 5)) == 0


def test_new_year():
    assert age_on(date(1999, 12, 31), date(2000, 1, 1)) == 0


def test_leap_day():
    assert age_on(date(2004, 2, 29), date(2005, 2, 28)) == 0
    assert age_on(date(2004, 2, 29), date(2005, 3, 1)) == 1


def test_earlier_month_with_a_later_day():
    assert age_on(date(2000, 9, 3), date(2010, 4, 28)) == 9


def test_sixth_birthday_has_been():
    assert entry_price(date(2018, 3, 20), date(2024, 5, 2)) == 4_50
