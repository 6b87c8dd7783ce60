from datetime import date

import pytest

from calver import CalVer, VersionError, bump


@pytest.mark.parametrize("years", [1, 2, 10])
def test_same_month_of_other_years(years):
    assert bump(CalVer(2020, 11, 4), date(2020 + years, 11, 15)) == CalVer(2020 + years, 11, 0)


def test_candidate_a_year_later():
    assert bump(CalVer(2020, 1, 2), date(2021, 1, 31), candidate=True) == CalVer(2021, 1, 0, 1)


def test_same_month():
    assert bump(CalVer(2021, 1, 0), date(2021, 1, 31)) == CalVer(2021, 1, 1)
    assert bump(CalVer(2021, 1, 0), date(2021, 1, 1), candidate=True) == CalVer(2021, 1, 1, 1)


def test_earlier_month_of_a_later_year():
    assert bump(CalVer(2021, 9, 3), date(2022, 2, 1)) == CalVer(2022, 2, 0)


def test_last_year_is_refused():
    with pytest.raises(VersionError):
        bump(CalVer(2022, 5, 0), date(2021, 5, 1))


def test_candidate_becomes_final():
    assert bump(CalVer(2022, 5, 3, 2), date(2023, 5, 1)) == CalVer(2022, 5, 3)
