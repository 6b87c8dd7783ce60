from datetime import date

import pytest

from weather.readings import Reading
from weather.summary import monthly, table


@pytest.mark.parametrize("values", [(-5, -1), (-1, -5), (0,), (3, 9, -2), (-300.5, -200)])
def test_extremes(values):
    month = monthly(Reading(date(2024, 1, n + 1), value, 0) for n, value in enumerate(values))["2024-01"]
    assert month.lowest == min(values)
    assert month.highest == max(values)


def test_winter_table():
    assert table([Reading(date(2024, 1, 1), -7.0, 0)]) == ["2024-01    -7.0   -7.0   -7.0  0.0 mm"]
