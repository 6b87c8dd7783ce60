import pytest
from varint_codec import DecodeError, decode_message, encode_message, read_varint, write_varint


def test_small():
    assert write_varint(5) == b"\x05"
    assert read_varint(b"\x05") == (5, 1)


def test_write_two_bytes():
    assert write_varint(300) == b"\xac\x02"


def test_read_two_bytes():
    assert read_varint(b"\xac\x02") == (300, 2)


def test_negative():
    with pytest.raises(ValueError):
        write_varint(-1)


def test_truncated():
    with pytest.raises(DecodeError):
        read_varint(b"\x80")


def test_too_long():
    with pytest.raises(DecodeError):
        read_varint(b"\xff" * 11)


def test_message_small():
    fields = {1: -3, 2: b"hi", 3: [1, -1, 0]}
    assert decode_message(encode_message(fields)) == fields


def test_message_large_values():
    fields = {1: 100000, 40: b"x" * 200}
    assert decode_message(encode_message(fields)) == fields


def test_truncated_field():
    with pytest.raises(DecodeError):
        decode_message(encode_message({1: b"abc"})[:-1])
