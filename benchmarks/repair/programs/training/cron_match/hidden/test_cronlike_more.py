from datetime import datetime

import pytest

from cronlike import Cron

SUNDAY = datetime(2024, 9, 1)


@pytest.mark.parametrize("weekdays, fits", [("5-7", True), ("0-3", True), ("1,7", True), ("sun", True), ("1-6", False), ("6", False), ("*", True)])
def test_sundays(weekdays, fits):
    assert Cron(f"0 0 * * {weekdays}").matches(SUNDAY) is fits


def test_other_days_of_a_span():
    cron = Cron("0 0 * * 5-7")
    assert cron.matches(datetime(2024, 9, 6))
    assert not cron.matches(datetime(2024, 9, 2))


def test_next_sunday():
    assert Cron("0 12 * * 7").next_after(SUNDAY.replace(hour=13)) == datetime(2024, 9, 8, 12)
