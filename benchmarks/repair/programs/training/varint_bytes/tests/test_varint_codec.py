import pytest

from varint_codec import decode, decode_all, encode, encode_all, unzigzag, zigzag


def test_single_byte():
    assert encode(0) == b"\x00"
    assert encode(127) == b"\x7f"


def test_two_bytes():
    assert encode(300) == b"\xac\x02"


def test_decode_reports_position():
    assert decode(b"\xff\xac\x02\x01", 1) == (300, 3)


def test_truncated_input():
    with pytest.raises(ValueError):
        decode(b"\x80")


def test_negative_value():
    with pytest.raises(ValueError):
        encode(-1)


def test_zigzag():
    assert [zigzag(n) for n in (0, -1, 1, -2, 2)] == [0, 1, 2, 3, 4]
    assert all(unzigzag(zigzag(n)) == n for n in range(-50, 50))


def test_signed_list():
    numbers = [0, -5, 1000, -70000]
    assert decode_all(encode_all(numbers)) == numbers


def test_roundtrip_first_thousand():
    for value in range(1000):
        assert decode(encode(value)) == (value, len(encode(value)))
