from datetime import datetime

import pytest

from phonebill.bill import Plan, bill, total
from phonebill.calls import Call, read

NOON = datetime(2024, 3, 1, 12)
NIGHT = datetime(2024, 3, 1, 22)


def test_read_sorts():
    calls = read("2024-03-02T08:00 fixed 60\n2024-03-01T18:20 mobile 125\n")
    assert [call.kind for call in calls] == ["mobile", "fixed"]


def test_unknown_kind():
    with pytest.raises(ValueError):
        read("2024-03-02T08:00 pigeon 60")


def test_whole_minutes():
    assert Call(NOON, "mobile", 120).minutes == 2
    assert Plan(0).price(Call(NOON, "mobile", 120)) == 18


def test_started_minute_counts():
    assert Plan(0).price(Call(NOON, "mobile", 61)) == 18


def test_short_call():
    assert Call(NOON, "fixed", 5).minutes == 1


def test_abroad_has_a_setup_price():
    assert Plan(0).price(Call(NOON, "abroad", 60)) == 65


def test_evening():
    assert Plan(0, evening_discount=50).price(Call(NIGHT, "mobile", 600)) == 45


def test_free_minutes_never_pay_back():
    assert Plan(0).price(Call(NOON, "fixed", 60), free_minutes=5) == 0


def test_bill_with_included_minutes():
    rows = bill(Plan(990, included=3), [Call(NOON, "fixed", 120), Call(NOON, "mobile", 180), Call(NOON, "free", 60)])
    assert rows == [("fee", 990), ("1 fixed", 0), ("1 mobile", 18), ("1 free", 0)]
    assert total(rows) == 1008


def test_nothing_but_the_fee():
    assert bill(Plan(500), []) == [("fee", 500)]
