import pytest

from ports import format_ranges, parse_ranges


def test_parse():
    assert parse_ranges("80, 8000-8010,") == [(80, 80), (8000, 8010)]


@pytest.mark.parametrize("text", ["0", "10-9", "70000", "a"])
def test_nonsense(text):
    with pytest.raises(ValueError):
        parse_ranges(text)


def test_format():
    assert format_ranges([(1, 1), (5, 9)]) == "1, 5-9"
