import pytest

from byte_sizes import fits, parse_size


@pytest.mark.parametrize("text, size", [("0.25 MiB", 262144), ("2.5kb", 2500), ("0.5 GiB", 2**29), ("1.75 mb", 1_750_000)])
def test_fractions(text, size):
    assert parse_size(text) == size


def test_part_of_a_byte_is_dropped():
    assert parse_size("10.9") == 10
    assert parse_size("0.0005 kb") == 0


def test_size_is_whole():
    assert isinstance(parse_size("1.5 kb"), int)


def test_fits_in_a_fraction():
    assert fits(["1 MB", "400 kB"], "1.5 MB")


def test_zero():
    assert parse_size("0 GB") == 0
