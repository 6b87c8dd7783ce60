import pytest

from bit_fields import get_field, mask_of, pack, set_field


def test_mask():
    assert mask_of(5) == 0b11111


def test_get():
    assert get_field(0b1101_0110, 2, 3) == 0b101


def test_set_lowest():
    assert set_field(0b1111_0000, 0, 4, 0b0110) == 0b1111_0110


def test_set_in_empty_word():
    assert set_field(0, 4, 4, 9) == 0x90


def test_set_keeps_lower_bits():
    assert set_field(0xABCD, 8, 4, 0x1) == 0xA1CD


def test_clear_field():
    assert set_field(0b111111, 2, 2, 0) == 0b110011


def test_too_large():
    with pytest.raises(ValueError):
        set_field(0, 0, 3, 8)


def test_pack():
    assert pack([3, 1], [2, 4]) == 0b0001_11


def test_pack_one():
    assert pack([6], [3]) == 6
