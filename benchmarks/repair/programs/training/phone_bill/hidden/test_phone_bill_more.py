from datetime import datetime

import pytest

from phone_bill import PhoneAccount, Plan, cheapest_plan


def at(day, hour, minute=0):
    return datetime(2024, 10, day, hour, minute)


@pytest.fixture
def account():
    return PhoneAccount("Jo", Plan(fee=300, free_minutes=5, peak=30, offpeak=10))


def free_by_number(account):
    return {line.call.number: line.free for line in account.lines(2024, 10)}


def test_in_order(account):
    account.record("a", at(1, 8), 180)
    account.record("b", at(1, 9), 180)
    assert free_by_number(account) == {"a": 3, "b": 2}


def test_reverse_order(account):
    account.record("c", at(1, 10), 180)
    account.record("b", at(1, 9), 180)
    account.record("a", at(1, 8), 180)
    assert free_by_number(account) == {"a": 3, "b": 2, "c": 0}


def test_lines_by_date(account):
    for day in (7, 3, 21, 1):
        account.record(str(day), at(day, 8), 60)
    assert [line.call.number for line in account.lines(2024, 10)] == ["1", "3", "7", "21"]


def test_same_day_by_time(account):
    account.record("late", at(1, 22), 300)
    account.record("early", at(1, 8), 300)
    assert account.total(2024, 10) == 300 + 50


def test_order_by_date_not_by_length_or_number(account):
    account.record("1", at(9, 9), 60)
    account.record("9", at(1, 9), 600)
    assert free_by_number(account) == {"9": 5, "1": 0}
    assert account.total(2024, 10) == 300 + 150 + 30


def test_service_between(account):
    account.record("z", at(3, 9), 240)
    account.record("0900", at(2, 9), 60)
    account.record("y", at(1, 9), 240)
    assert free_by_number(account) == {"y": 4, "0900": 0, "z": 1}


def test_bill_sorted(account):
    account.record("5", at(12, 8, 5), 60)
    account.record("6", at(11, 8, 5), 60)
    assert account.bill(2024, 10)[1:3] == ["11. 08:05 6 1 min 0.00", "12. 08:05 5 1 min 0.00"]


def test_record_added_after_a_bill(account):
    account.record("5", at(14, 9), 300)
    assert account.total(2024, 10) == 300
    account.record("6", at(4, 3), 300)
    assert account.total(2024, 10) == 300 + 150


def test_cheapest_plan_depends_on_order(account):
    account.record("1", at(2, 9), 600)
    account.record("2", at(1, 22), 600)
    plans = {"a": Plan(fee=0, free_minutes=10), "b": Plan(fee=0, peak=8, offpeak=7)}
    assert cheapest_plan(account, plans, 2024, 10) == "b"


def test_empty_call(account):
    assert account.record("1", at(2, 9), 0) is None
    assert account.lines(2024, 10) == []


def test_same_start(account):
    account.record("1", at(2, 9), 60)
    account.record("2", at(2, 9), 60)
    assert account.total(2024, 10) == 300
