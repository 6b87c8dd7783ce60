import pytest

from isbn_check import is_isbn_10, is_isbn_13, to_isbn_13


def test_valid_isbn_13():
    assert is_isbn_13("978-0-306-40615-7")
    assert is_isbn_13("9780132350884")


def test_wrong_check_digit_13():
    assert not is_isbn_13("978-0-306-40615-8")


def test_malformed_13():
    assert not is_isbn_13("978030640615")
    assert not is_isbn_13("97803064061X7")
    assert not is_isbn_13("")


def test_valid_isbn_10():
    assert is_isbn_10("0-306-40615-2")
    assert is_isbn_10("0-8044-2957-X")
    assert is_isbn_10("0-8044-2957-x")


def test_invalid_isbn_10():
    assert not is_isbn_10("0-306-40615-3")
    assert not is_isbn_10("X306406152")


def test_conversion():
    assert to_isbn_13("0-306-40615-2") == "9780306406157"


def test_conversion_refuses_bad_input():
    with pytest.raises(ValueError):
        to_isbn_13("0-306-40615-3")


def test_more_books():
    for code in ("978-0-201-63361-0", "978-1-59327-928-8", "978-0-13-110362-7"):
        assert is_isbn_13(code)
