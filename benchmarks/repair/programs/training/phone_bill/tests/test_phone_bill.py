from datetime import datetime

import pytest

from phone_bill import PhoneAccount, Plan, cheapest_plan


def at(day, hour, minute=0):
    return datetime(2024, 4, day, hour, minute)


@pytest.fixture
def account():
    return PhoneAccount("Eve", Plan(fee=500, free_minutes=10))


def test_only_fee(account):
    assert account.total(2024, 4) == 500


def test_minutes_begun(account):
    call = account.record("12 34", at(2, 9), 61)
    assert call.minutes == 2
    assert call.number == "1234"


def test_free_minutes(account):
    account.record("1234", at(2, 9), 6 * 60)
    account.record("1234", at(2, 20), 7 * 60)
    assert [(line.free, line.cost) for line in account.lines(2024, 4)] == [(6, 0), (4, 30)]
    assert account.free_left(2024, 4) == 0


def test_weekend_is_offpeak(account):
    account.record("55", at(6, 9), 15 * 60)
    assert account.total(2024, 4) == 550


def test_late_record(account):
    account.record("1", at(3, 9), 10 * 60)
    account.record("2", at(2, 20), 10 * 60)
    assert account.total(2024, 4) == 500 + 200


def test_bill_with_late_record(account):
    account.record("77", at(9, 12), 5 * 60)
    account.record("88", at(9, 7, 30), 8 * 60)
    assert account.bill(2024, 4) == [
        "Eve 2024-04",
        "09. 07:30 88 8 min 0.00",
        "09. 12:00 77 5 min 0.60",
        "fee 5.00",
        "total 5.60",
    ]


def test_service_has_no_free_minutes(account):
    account.record("0900 11", at(2, 9), 120)
    assert account.total(2024, 4) == 500 + 198
    assert account.free_left(2024, 4) == 10


def test_other_month(account):
    account.record("1", datetime(2024, 5, 1), 3600)
    assert account.total(2024, 4) == 500


def test_top_numbers(account):
    account.record("3", at(2, 9), 60)
    account.record("1", at(2, 10), 120)
    account.record("3", at(2, 11), 60)
    assert account.top_numbers(2024, 4) == [("1", 2), ("3", 2)]


def test_cheapest_plan(account):
    account.record("3", at(2, 9), 3600)
    plans = {"flat": Plan(fee=1500, free_minutes=1000), "basic": Plan(fee=0)}
    assert cheapest_plan(account, plans, 2024, 4) == "basic"
    account.record("3", at(3, 9), 3600)
    assert cheapest_plan(account, plans, 2024, 4) == "flat"
