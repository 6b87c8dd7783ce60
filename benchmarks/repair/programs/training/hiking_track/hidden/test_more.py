import pytest

from track import climbs


@pytest.mark.parametrize("altitudes, expected", [
    (range(100, 161, 1), (60, 0)),
    ([10, 13, 16, 12, 8, 14], (12, 8)),
    ([0, 4, 0, 4, 9], (9, 0)),
])
def test_adds_up(altitudes, expected):
    assert climbs(altitudes) == expected
