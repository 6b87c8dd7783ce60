from datetime import datetime, timedelta

import pytest

from roster import Shift, violations


@pytest.mark.parametrize("gap, count", [(0, 1), (3, 1), (10, 1), (11, 0), (12, 0), (30, 0)])
@pytest.mark.parametrize("hours", [4, 8, 10])
def test_rest(gap, count, hours):
    start = datetime(2024, 4, 1, 6)
    end = start + timedelta(hours=hours)
    again = end + timedelta(hours=gap)
    assert len(violations([Shift(start, end, "x"), Shift(again, again + timedelta(hours=4), "x")])) == count


def test_overlap_by_an_hour():
    start = datetime(2024, 4, 3, 6)
    found = violations([
        Shift(start, start + timedelta(hours=8), "x"),
        Shift(start + timedelta(hours=7), start + timedelta(hours=10), "x"),
    ])
    assert found == ["x: two shifts at once on Wed 03"]
