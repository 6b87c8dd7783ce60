import pytest

from sizes import Quota, format_size, parse_size


@pytest.mark.parametrize(
    "text, count",
    [("10", 10), ("1KB", 1024), ("1.5 kb", 1536), ("20k", 20480), (" 2 MB ", 2 << 20), ("3g", 3 << 30)],
)
def test_parse(text, count):
    assert parse_size(text) == count


def test_parse_terabytes():
    assert parse_size("2 TB") == 2 << 40


@pytest.mark.parametrize("text", ["", "MB", "1.2.3", "12 XB", "-3 KB"])
def test_parse_rubbish(text):
    with pytest.raises(ValueError):
        parse_size(text)


@pytest.mark.parametrize(
    "count, text",
    [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KB"), (-2048, "-2.0 KB"), (5 << 30, "5.0 GB"), (3 << 40, "3.0 TB")],
)
def test_format(count, text):
    assert format_size(count) == text


def test_quota():
    quota = Quota("1 KB")
    quota.add(512)
    assert str(quota) == "512 B of 1.0 KB (50%)"
    with pytest.raises(OSError, match="exceeded by 1 B"):
        quota.add(513)
