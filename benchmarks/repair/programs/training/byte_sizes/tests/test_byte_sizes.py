import pytest

from byte_sizes import fits, parse_size


@pytest.mark.parametrize("text, size", [("300", 300), ("12 b", 12), ("10 MB", 10_000_000), ("2KiB", 2048), ("3.0 kB", 3000)])
def test_whole(text, size):
    assert parse_size(text) == size


def test_fraction():
    assert parse_size("1.5KiB") == 1536


def test_blanks_around():
    assert parse_size(" 7 gb ") == 7 * 10**9


@pytest.mark.parametrize("text", ["MB", "5 XB", "1,5 MB"])
def test_not_a_size(text):
    with pytest.raises(ValueError):
        parse_size(text)


def test_fits():
    assert fits(["1 MB", "500 kB"], "2MB")
    assert not fits(["1 MB", "1 MB", "1 b"], "2MB")


def test_fits_by_fractions():
    assert not fits(["0.6 GB", "0.6 GB"], "1 GB")
