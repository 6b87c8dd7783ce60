import pytest

from sizes import Quota, format_size, parse_size


@pytest.mark.parametrize("text, count", [("1t", 1 << 40), ("0.5TB", 1 << 39), ("10 tb", 10 << 40), ("7", 7), ("7b", 7)])
def test_parse(text, count):
    assert parse_size(text) == count


def test_format():
    assert format_size(1 << 40) == "1.0 TB"
    assert format_size(5000 << 40) == "5000.0 TB"
    assert format_size((1 << 40) - (1 << 30)) == "1023.0 GB"


def test_quota():
    assert str(Quota("2T")) == "0 B of 2.0 TB (0%)"
