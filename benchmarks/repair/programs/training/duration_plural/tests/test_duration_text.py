import pytest

from duration_text import duration_text, in_unit, split_units


def test_singular_units():
    assert duration_text(1) == "1 second"
    assert duration_text(3661, max_units=3) == "1 hour, 1 minute and 1 second"


def test_plural_units():
    assert duration_text(7322) == "2 hours and 2 minutes"


def test_only_largest_units_are_shown():
    assert duration_text(14 * 86400 + 3 * 3600 + 5) == "2 weeks and 3 hours"


def test_split_leaves_out_zeros():
    assert split_units(86400 + 30) == [(1, "day"), (30, "second")]


def test_negative_is_refused():
    with pytest.raises(ValueError):
        duration_text(-1)


def test_in_unit():
    assert in_unit(5400, "hour") == "1.5 hours"
    assert in_unit(3600, "hour") == "1 hour"


def test_no_time_at_all():
    assert duration_text(0) == "0 seconds"
