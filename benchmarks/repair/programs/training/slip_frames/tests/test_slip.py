import pytest

from slip import Decoder, encode


@pytest.fixture
def decoder():
    return Decoder(max_length=8)


def test_encode():
    assert encode(b"abc") == b"\xc0abc\xc0"


def test_encode_special_bytes():
    assert encode(b"\xc0\xdb") == b"\xc0\xdb\xdc\xdb\xdd\xc0"


def test_round_trip(decoder):
    assert decoder.feed(encode(b"a\xc0b\xdbc")) == [b"a\xc0b\xdbc"]


def test_two_frames(decoder):
    assert decoder.feed(encode(b"one") + encode(b"two")) == [b"one", b"two"]


def test_pieces(decoder):
    assert decoder.feed(b"\xc0ab") == []
    assert decoder.pending == 2
    assert decoder.feed(b"c\xc0") == [b"abc"]
    assert decoder.pending == 0


def test_escape_in_two_pieces(decoder):
    assert decoder.feed(b"\xc0a\xdb") == []
    assert decoder.feed(b"\xdcb\xc0") == [b"a\xc0b"]


def test_empty_frames(decoder):
    assert decoder.feed(b"\xc0\xc0\xc0") == []


def test_bad_escape(decoder):
    assert decoder.feed(b"\xc0a\xdbxyz\xc0") == []
    assert decoder.broken == 1


def test_frame_after_a_bad_escape(decoder):
    assert decoder.feed(b"\xc0a\xdbxyz\xc0" + encode(b"good")) == [b"good"]


def test_longest_frame(decoder):
    assert decoder.feed(encode(b"12345678")) == [b"12345678"]


def test_frame_after_one_too_long(decoder):
    assert decoder.feed(encode(b"123456789abcdef")) == []
    assert decoder.feed(encode(b"good")) == [b"good"]
    assert decoder.broken == 1


def test_escape_before_the_end(decoder):
    assert decoder.feed(b"\xc0ab\xdb\xc0") == []
    assert decoder.broken == 1
