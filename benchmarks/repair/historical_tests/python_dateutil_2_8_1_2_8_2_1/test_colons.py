from datetime import time

import pytest
from dateutil.parser import isoparser


@pytest.mark.parametrize("text", ["12:3456", "1234:56", "12:3456.789", "1234:", "12:34:56:"])
def test_colons_are_used_throughout_or_not_at_all(text):
    with pytest.raises(ValueError):
        isoparser().parse_isotime(text)


@pytest.mark.parametrize("text", ["2019-01-01T12:3456", "2019-01-01T1234:56"])
def test_colons_after_a_date(text):
    with pytest.raises(ValueError):
        isoparser().isoparse(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", time(12)),
        ("1234", time(12, 34)),
        ("12:34", time(12, 34)),
        ("123456", time(12, 34, 56)),
        ("12:34:56", time(12, 34, 56)),
        ("123456.5", time(12, 34, 56, 500000)),
        ("12:34:56.25", time(12, 34, 56, 250000)),
    ],
)
def test_good_times(text, expected):
    assert isoparser().parse_isotime(text) == expected
