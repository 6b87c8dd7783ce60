from datetime import datetime

import pytest

from phonebill.bill import Plan, bill
from phonebill.calls import Call

NOON = datetime(2024, 3, 1, 12)


@pytest.mark.parametrize("seconds, minutes", [(0, 0), (1, 1), (59, 1), (60, 1), (61, 2), (119, 2), (120, 2)])
def test_minutes(seconds, minutes):
    call = Call(NOON, "fixed", seconds)
    assert call.minutes == minutes
    assert Plan(0).price(call) == 3 * minutes


def test_started_minutes_use_up_the_included_ones():
    rows = bill(Plan(0, included=2), [Call(NOON, "fixed", 10), Call(NOON, "fixed", 10), Call(NOON, "fixed", 10)])
    assert rows[1] == ("3 fixed", 3)
