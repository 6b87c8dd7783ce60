import pytest

from worklog import clock


@pytest.mark.parametrize("minutes, expected", [
    (-1, "-0:01"), (-59, "-0:59"), (-60, "-1:00"), (-61, "-1:01"), (-605, "-10:05"), (59, "0:59"), (600, "10:00"),
])
def test_clock(minutes, expected):
    assert clock(minutes) == expected
