import humanize
import pytest


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (29.6, "30 seconds ago"),
        (29.4, "29 seconds ago"),
        (1.7, "2 seconds ago"),
        (0.4, "now"),
        (59.9, "a minute ago"),
        (30, "30 seconds ago"),
    ],
)
def test_nearest_second(seconds, expected):
    assert humanize.naturaltime(seconds) == expected
