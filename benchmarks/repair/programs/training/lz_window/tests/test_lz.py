import pytest

from lz import CorruptData, compress, decompress, ratio
from lz.codec import tokens
from lz.matcher import longest_match


def test_no_data():
    assert compress(b"") == b""
    assert decompress(b"") == b""


def test_literals():
    assert compress(b"ab") == b"\x00a\x00b"
    assert decompress(b"\x00a\x00b") == b"ab"


def test_longest_match():
    assert longest_match(b"abcxabcd", 4, 255) == (4, 3)
    assert longest_match(b"abcxabcd", 4, 3) == (0, 0)


def test_match_runs_into_itself():
    assert longest_match(b"aaaaaa", 1, 255) == (1, 5)


def test_tokens():
    assert list(tokens(b"abcabc")) == [97, 98, 99, (3, 3)]


def test_plain_round_trip():
    text = b"the cat and the dog and the cow"
    assert decompress(compress(text)) == text


def test_run_of_one_byte():
    assert decompress(compress(b"aaaaaaaaaa")) == b"aaaaaaaaaa"


def test_repeated_pattern():
    assert decompress(compress(b"abcabcabcabcab")) == b"abcabcabcabcab"


def test_decode_overlapping_match():
    assert decompress(b"\x00x\x00y\x01\x02\x05") == b"xyxyxyx"


def test_corrupt():
    for packed in (b"\x02a", b"\x00", b"\x01\x01", b"\x00a\x01\x02\x03", b"\x00a\x01\x00\x03"):
        with pytest.raises(CorruptData):
            decompress(packed)


def test_window_limits():
    with pytest.raises(ValueError):
        compress(b"abc", window=0)
    with pytest.raises(ValueError):
        compress(b"abc", window=256)


def test_ratio():
    assert ratio(b"") == 1.0
    assert ratio(b"ab") == 2.0
    assert ratio(b"a" * 100) < 0.1
