import pytest

from isbn_check import is_isbn10, kind


@pytest.mark.parametrize("text", ["00000X0005", "12X4567899"])
def test_x_inside(text):
    assert not is_isbn10(text)


def test_x_twice():
    assert kind("X00000000X") is None
    assert kind("000000006X") == "ISBN-10"


def test_all_zero():
    assert kind("0000000000") == "ISBN-10"


def test_small_x_at_the_end():
    assert is_isbn10("0 8044 2957 x")


def test_nothing():
    assert kind("") is None
