import pytest

from isbn_check import is_isbn10, is_isbn13, kind


@pytest.mark.parametrize("text", ["0-306-40615-2", "080442957X", "0-8044-2957-x"])
def test_isbn10(text):
    assert is_isbn10(text)


def test_wrong_check_digit():
    assert not is_isbn10("0-306-40615-3")


def test_letters():
    assert not is_isbn10("03064A6152")


def test_ten_inside():
    assert not is_isbn10("X123456788")


def test_length():
    assert not is_isbn10("030640615")


def test_isbn13():
    assert is_isbn13("978-0-306-40615-7")
    assert not is_isbn13("978-0-306-40615-8")


def test_kind():
    assert kind("080442957X") == "ISBN-10"
    assert kind("9780306406157") == "ISBN-13"


def test_kind_of_ten_inside():
    assert kind("0X00000009") is None
