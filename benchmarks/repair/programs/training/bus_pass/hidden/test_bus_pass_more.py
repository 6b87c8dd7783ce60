from datetime import date, datetime

import pytest

from bus_pass import RidePass, Validator


def run(*taps, rides=10):
    v = Validator()
    card = RidePass("R", {1}, rides=rides)
    v.issue(card)
    results = [
        v.tap("R", datetime(2024, 3, 4, 8 + m // 60, m % 60), line, zone)
        for m, line, *rest in taps
        for zone in (rest or [1])
    ]
    return results, card.rides


def test_there_and_back_and_there():
    assert run((0, "a"), (10, "b"), (20, "a"), (30, "b")) == (
        ["ride", "transfer", "transfer", "transfer"], 9)


def test_third_line_twice():
    assert run((0, "a"), (10, "b"), (20, "c"), (30, "c")) == (
        ["ride", "transfer", "transfer", "ride"], 8)


def test_time_counts_from_the_paid_ride():
    assert run((0, "a"), (50, "b"), (61, "a"))[0] == ["ride", "transfer", "ride"]


def test_exactly_the_transfer_time():
    assert run((0, "a"), (60, "b"))[0] == ["ride", "transfer"]


def test_back_at_the_last_minute():
    assert run((0, "a"), (30, "b"), (60, "a"))[0] == ["ride", "transfer", "transfer"]


def test_refused_tap_is_no_change():
    assert run((0, "a"), (10, "b", 2), (20, "b"))[0] == ["ride", "wrong zone", "transfer"]
    assert run((0, "a"), (10, "b", 2), (20, "a"))[0] == ["ride", "wrong zone", "ride"]


def test_refused_after_transfer():
    assert run((0, "a"), (10, "b"), (20, "c", 2), (30, "b"))[0] == [
        "ride", "transfer", "wrong zone", "ride"]


def test_transfer_without_rides_left():
    assert run((0, "a"), (10, "b"), (20, "b"), (30, "a"), rides=1)[0] == [
        "ride", "transfer", "no rides left", "transfer"]


def test_new_ride_starts_new_time():
    assert run((0, "a"), (10, "b"), (20, "b"), (75, "a"))[0] == [
        "ride", "transfer", "ride", "transfer"]


def test_number_taken():
    v = Validator()
    v.issue(RidePass("R", {1}))
    with pytest.raises(ValueError):
        v.issue(RidePass("R", {1}))
    assert v.boardings("a", date(2024, 3, 4)) == 0
