import pytest
from varint_codec import DecodeError, decode_message, encode_message, read_varint, write_varint


@pytest.mark.parametrize("value", [0, 127, 128, 16383, 16384, 2 ** 32, 2 ** 63 - 1])
def test_round_trip(value):
    data = write_varint(value)
    assert read_varint(data) == (value, len(data))


def test_position():
    data = b"\x01" + write_varint(1000) + b"\x07"
    value, pos = read_varint(data, 1)
    assert (value, data[pos]) == (1000, 7)


def test_limit():
    assert read_varint(b"\xff" * 9 + b"\x01")[0] == 2 ** 64 - 1
    with pytest.raises(DecodeError):
        read_varint(b"\x80" * 10 + b"\x01")


def test_packed():
    fields = {5: [64, -65, 9999, -10 ** 9]}
    assert decode_message(encode_message(fields)) == fields


def test_unknown_kind():
    with pytest.raises(DecodeError):
        decode_message(b"\x07\x00")
