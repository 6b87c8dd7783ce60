import pytest

from phones import Phone, PhoneError, find_all, parse


@pytest.mark.parametrize(
    "text, phone",
    [
        ("0049-30-123456", Phone("DE", "30123456")),
        ("001 555 123 4567", Phone("US", "5551234567")),
        ("0044 (0)20 7946 0000", Phone("GB", "2079460000")),
        ("0 30 123456", Phone("DE", "30123456")),
    ],
)
def test_prefixes(text, phone):
    assert parse(text) == phone


def test_unknown_country():
    with pytest.raises(PhoneError, match="no country"):
        parse("0099 123456")


def test_found_with_two_zeros():
    assert find_all("fax 0043 1 2345678") == [Phone("AT", "12345678")]
