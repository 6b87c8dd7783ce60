import random

import pytest

from lz import compress, decompress


@pytest.mark.parametrize("data", [b"\x00" * 1000, b"ababababa", b"mississippi" * 40, b"zz" + b"y" * 300])
def test_round_trip(data):
    assert decompress(compress(data)) == data


def test_random_letters():
    rng = random.Random(4)
    data = bytes(rng.choice(b"ab") for _ in range(400))
    assert decompress(compress(data)) == data


def test_small_window():
    data = b"abcdabcdabcdabcd"
    assert decompress(compress(data, window=4)) == data
    assert decompress(compress(data, window=3)) == data


def test_match_inside_the_output():
    assert decompress(b"\x00a\x00b\x00c\x00d\x01\x04\x02") == b"abcdab"


def test_match_up_to_the_end():
    assert decompress(b"\x00a\x00b\x00c\x01\x03\x03") == b"abcabc"


def test_match_longer_than_twice_its_distance():
    assert decompress(b"\x00a\x00b\x00c\x01\x03\x08") == b"abcabcabcab"
