import pytest

from bit_fields import get_field, pack, set_field


def test_three_packed():
    word = pack([5, 2, 7], [3, 4, 3])
    assert word == 5 | 2 << 3 | 7 << 7


def test_round_trip():
    word = pack([31, 11, 23], [5, 4, 6])
    assert [get_field(word, 0, 5), get_field(word, 5, 4), get_field(word, 9, 6)] == [31, 11, 23]


def test_top_field():
    assert set_field(0x1234, 12, 4, 0xF) == 0xF234


def test_same_value():
    assert set_field(0x5A5A, 4, 8, 0xA5) == 0x5A5A


def test_lowest():
    assert set_field(0xFF, 0, 8, 1) == 1


def test_negative():
    with pytest.raises(ValueError):
        set_field(0, 4, 4, -1)
