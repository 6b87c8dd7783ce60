from datetime import date, timedelta

import pytest

from backup_rotation import Backup, Policy, Store


def weekly_kept(count, *days):
    backups = [Backup(day.isoformat(), day) for day in days]
    return sorted(Policy(daily=0, weekly=count).reasons(backups))


@pytest.mark.parametrize("monday", [
    date(2019, 12, 30), date(2020, 12, 28), date(2021, 12, 27), date(2022, 12, 26),
    date(2024, 12, 30), date(2025, 12, 29), date(2024, 6, 3),
])
def test_one_backup_per_week(monday):
    week = [monday + timedelta(days=i) for i in range(7)]
    assert weekly_kept(3, *week) == [week[-1].isoformat()]


@pytest.mark.parametrize("monday", [date(2020, 12, 28), date(2024, 12, 30), date(2024, 6, 3)])
def test_sunday_and_monday_differ(monday):
    sunday = monday - timedelta(days=1)
    assert weekly_kept(3, sunday, monday) == [sunday.isoformat(), monday.isoformat()]


def test_same_number_in_one_calendar_year():
    assert len(weekly_kept(5, date(2018, 1, 2), date(2018, 12, 31))) == 2


def test_last_week_number_in_january():
    # 2021-01-02 belongs to the last week of 2020, 2021-12-31 to the last week of 2021
    assert len(weekly_kept(5, date(2021, 1, 2), date(2021, 12, 31), date(2020, 12, 30))) == 2


def test_same_week_of_different_years():
    assert len(weekly_kept(5, date(2023, 5, 10), date(2024, 5, 8))) == 2


def test_count_across_new_year():
    days = [date(2024, 12, 16) + timedelta(days=i) for i in range(28)]
    assert weekly_kept(4, *days) == ["2024-12-22", "2024-12-29", "2025-01-05", "2025-01-12"]


def test_every_day_of_six_years():
    days = [date(2019, 1, 7) + timedelta(days=i) for i in range(7 * 310)]
    kept = weekly_kept(1000, *days)
    assert len(kept) == 310
    assert all(date.fromisoformat(name).weekday() == 6 for name in kept)


def test_months_follow_the_calendar():
    days = [date(2024, 12, 30), date(2024, 12, 31), date(2025, 1, 1)]
    backups = [Backup(day.isoformat(), day) for day in days]
    assert sorted(Policy(0, 0, 5, 0).reasons(backups)) == ["2024-12-31", "2025-01-01"]
    assert sorted(Policy(0, 0, 0, 5).reasons(backups)) == ["2024-12-31", "2025-01-01"]


def test_prune_at_new_year():
    days = [date(2024, 12, 29) + timedelta(days=i) for i in range(5)]
    store = Store(Policy(daily=1, weekly=2), [Backup(d.isoformat(), d) for d in days])
    assert store.prune() == 3
    assert sorted(store.backups) == ["2024-12-29", "2025-01-02"]


def test_nothing():
    assert Policy().reasons([]) == {}
    assert Store(Policy()).prune() == 0
