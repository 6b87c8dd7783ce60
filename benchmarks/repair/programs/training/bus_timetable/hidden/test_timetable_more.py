import pytest

from timetable import Departure


@pytest.mark.parametrize("minute, text", [(0, "00:00"), (59, "00:59"), (601, "10:01"), (9 * 60 + 10, "09:10"), (1445, "00:05")])
def test_clock(minute, text):
    assert Departure(minute, "1", "x").clock() == text
