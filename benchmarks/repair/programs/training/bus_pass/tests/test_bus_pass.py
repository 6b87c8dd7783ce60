from datetime import date, datetime

import pytest

from bus_pass import PeriodPass, RidePass, Validator


def at(hour, minute=0, day=4):
    return datetime(2024, 3, day, hour, minute)


@pytest.fixture
def gate():
    v = Validator()
    v.issue(PeriodPass("P1", {1, 2}, first=date(2024, 3, 1), last=date(2024, 3, 31)))
    v.issue(RidePass("R1", {1}, rides=2))
    return v


def test_period(gate):
    assert gate.tap("P1", at(8), "10", 2) == "period"
    assert gate.tap("P1", datetime(2024, 3, 31, 23, 59), "10", 1) == "period"
    assert gate.tap("P1", datetime(2024, 4, 1), "10", 1) == "expired"
    assert gate.tap("P1", datetime(2024, 2, 29), "10", 1) == "not yet valid"


def test_refused(gate):
    assert gate.tap("X", at(8), "10", 1) == "unknown"
    assert gate.tap("R1", at(8), "10", 2) == "wrong zone"
    gate.block("R1")
    assert gate.tap("R1", at(8), "10", 1) == "blocked"
    gate.unblock("R1")
    assert gate.tap("R1", at(8), "10", 1) == "ride"


def test_rides(gate):
    results = [gate.tap("R1", at(hour), "10", 1) for hour in (8, 10, 12)]
    assert results == ["ride", "ride", "no rides left"]
    assert gate.top_up("R1", 5) == 5
    with pytest.raises(TypeError):
        gate.top_up("P1", 5)


def test_transfer(gate):
    assert gate.tap("R1", at(8), "10", 1) == "ride"
    assert gate.tap("R1", at(8, 30), "11", 1) == "transfer"
    assert gate.tap("R1", at(9, 1), "12", 1) == "ride"


def test_same_line_is_a_new_ride(gate):
    assert gate.tap("R1", at(8), "10", 1) == "ride"
    assert gate.tap("R1", at(8, 20), "10", 1) == "ride"


def test_transfer_and_back(gate):
    assert gate.tap("R1", at(8), "10", 1) == "ride"
    assert gate.tap("R1", at(8, 20), "11", 1) == "transfer"
    assert gate.tap("R1", at(8, 40), "10", 1) == "transfer"


def test_second_tap_after_transfer(gate):
    gate.tap("R1", at(8), "10", 1)
    assert gate.tap("R1", at(8, 20), "11", 1) == "transfer"
    assert gate.tap("R1", at(8, 40), "11", 1) == "ride"


def test_boardings(gate):
    gate.tap("R1", at(8), "10", 1)
    gate.tap("R1", at(8, 5), "10", 2)
    gate.tap("P1", at(9), "10", 2)
    gate.tap("P1", at(9, day=5), "10", 2)
    assert gate.boardings("10", date(2024, 3, 4)) == 2
    assert gate.last_line("R1") == "10"
