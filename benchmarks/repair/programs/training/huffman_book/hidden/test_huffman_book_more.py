import pytest
from huffman_book import Codec, code_lengths, ratio


@pytest.mark.parametrize("text", ["q", "  ", "ab", "mississippi", "xxxxxxxy"])
def test_round_trip(text):
    codec = Codec.for_text(text)
    assert codec.decode(codec.encode(text)) == text


def test_single_length():
    assert code_lengths({"k": 12}) == {"k": 1}


def test_single_book():
    assert Codec.for_text("mm").book == {"m": "0"}


def test_single_trailing():
    with pytest.raises(ValueError):
        Codec.for_text("mm").decode("01")


def test_prefix_free():
    codes = list(Codec.for_text("the quick brown fox").book.values())
    assert not any(a != b and b.startswith(a) for a in codes for b in codes)


def test_two_symbols():
    assert code_lengths({"a": 1, "b": 100}) == {"a": 1, "b": 1}


def test_ratio_single():
    assert ratio("ss") == 1.0
    assert ratio("s") == 1.0
