from datetime import date, timedelta

import pytest

from backup_rotation import Backup, Policy, Store


def daily(first, count):
    days = [first + timedelta(days=i) for i in range(count)]
    return [Backup(day.isoformat(), day) for day in days]


def test_last_days():
    store = Store(Policy(daily=3, weekly=0), daily(date(2024, 5, 1), 5))
    assert store.expired() == ["2024-05-01", "2024-05-02"]


def test_last_weeks():
    kept = Policy(daily=0, weekly=2).reasons(daily(date(2024, 5, 1), 20))
    assert kept == {"2024-05-20": ["weekly"], "2024-05-19": ["weekly"]}


def test_week_across_new_year():
    # 2024-12-30 is a Monday
    kept = Policy(daily=0, weekly=2).reasons(daily(date(2024, 12, 25), 10))
    assert sorted(kept) == ["2024-12-29", "2025-01-03"]


def test_first_and_last_week_of_a_year():
    backups = [Backup("new", date(2024, 12, 31)), Backup("old", date(2024, 1, 3))]
    assert sorted(Policy(daily=0, weekly=5).reasons(backups)) == ["new", "old"]


def test_months_and_years():
    backups = daily(date(2023, 11, 1), 100)
    kept = Policy(daily=1, weekly=0, monthly=3, yearly=2).reasons(backups)
    assert kept == {
        "2024-02-08": ["daily", "monthly", "yearly"],
        "2024-01-31": ["monthly"],
        "2023-12-31": ["monthly", "yearly"],
    }


def test_incomplete_is_not_kept():
    backups = [Backup("a", date(2024, 5, 1)), Backup("b", date(2024, 5, 2), complete=False)]
    store = Store(Policy(daily=1), backups)
    assert store.expired() == ["b"]
    assert store.newest().name == "a"


def test_prune():
    store = Store(Policy(daily=1, weekly=0))
    store.add(Backup("a", date(2024, 5, 1), 10))
    store.add(Backup("b", date(2024, 5, 2), 20))
    store.add(Backup("c", date(2024, 5, 3), 40))
    store.protect("b")
    assert store.prune() == 10
    assert store.total_size() == 60


def test_stale():
    store = Store(Policy())
    assert store.is_stale(date(2024, 5, 1))
    store.add(Backup("a", date(2024, 5, 1)))
    assert not store.is_stale(date(2024, 5, 2))
    assert store.is_stale(date(2024, 5, 3))


def test_report():
    store = Store(Policy(daily=1, weekly=1), daily(date(2024, 5, 7), 3))
    store.protect("2024-05-07")
    assert store.report() == ["2024-05-07: protected", "2024-05-08: expired",
                              "2024-05-09: daily, weekly"]


def test_errors():
    with pytest.raises(ValueError):
        Policy(daily=-1)
    store = Store(Policy(), daily(date(2024, 5, 1), 1))
    with pytest.raises(ValueError):
        store.add(Backup("2024-05-01", date(2024, 5, 1)))
    with pytest.raises(KeyError):
        store.protect("nope")
