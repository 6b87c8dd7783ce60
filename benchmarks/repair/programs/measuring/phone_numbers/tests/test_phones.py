import pytest

from phones import Phone, PhoneError, find_all, parse, same


def test_plus():
    assert parse("+49 30 123-456") == Phone("DE", "30123456")


def test_zero_in_parentheses():
    assert parse("+49 (0)30 123456").e164 == "+4930123456"


def test_national():
    assert parse("030/123456") == Phone("DE", "30123456")
    assert parse("020 7946 0000", home="GB") == Phone("GB", "2079460000")


def test_two_zeros():
    assert parse("0043 1 234567") == Phone("AT", "1234567")


def test_without_any_prefix():
    assert parse("(555) 123-4567", home="US") == Phone("US", "5551234567")


def test_extension():
    assert parse("030 123456 ext. 12") == Phone("DE", "30123456", "12")
    assert str(parse("030 123456 x12")) == "+49 301 23456 ext. 12"


def test_american_groups():
    assert str(parse("+1 5551234567")) == "+1 555 123 4567"


@pytest.mark.parametrize("text", ["", "call me", "+999 12345", "030", "1234567890123456", "030 12a4567"])
def test_errors(text):
    with pytest.raises(PhoneError):
        parse(text)


def test_same():
    assert same("030 123456", "+49 30 123 456 ext 7")
    assert not same("030 123456", "030 123457")
    assert not same("rubbish", "rubbish")


def test_same_with_two_zeros():
    assert same("0049 30 123456", "030 123456")


def test_find_all():
    text = "Call 030 123456 or +43 1 2345678; again: +49 30 123456."
    assert find_all(text) == [Phone("DE", "30123456"), Phone("AT", "12345678")]
