import pytest

from varint_codec import decode, decode_all, encode, encode_all


def test_smallest_two_byte_value():
    assert encode(128) == b"\x80\x01"
    assert encode(129) == b"\x81\x01"


def test_smallest_three_byte_value():
    assert encode(16383) == b"\xff\x7f"
    assert encode(16384) == b"\x80\x80\x01"
    assert encode(16400) == b"\x90\x80\x01"


@pytest.mark.parametrize("bits", [7, 14, 21, 28, 35, 63])
def test_powers_of_two(bits):
    for value in (2**bits - 1, 2**bits, 2**bits + 1):
        assert decode(encode(value)) == (value, -(-value.bit_length() // 7))


def test_sixty_four_in_a_list():
    assert decode_all(encode_all([64, -64, -65, 1])) == [64, -64, -65, 1]


def test_last_byte_has_no_continuation_bit():
    for value in range(0, 70000, 32):
        data = encode(value)
        assert data[-1] < 0x80
        assert all(b >= 0x80 for b in data[:-1])
