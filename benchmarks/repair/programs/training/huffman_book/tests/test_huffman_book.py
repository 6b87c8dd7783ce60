import pytest
from huffman_book import Codec, canonical, code_lengths, ratio


def test_lengths():
    assert code_lengths({"a": 5, "b": 2, "c": 1}) == {"a": 1, "b": 2, "c": 2}


def test_no_symbols():
    assert code_lengths({}) == {}


def test_canonical():
    assert canonical({"a": 1, "b": 2, "c": 2}) == {"a": "0", "b": "10", "c": "11"}


def test_round_trip():
    text = "abracadabra"
    codec = Codec.for_text(text)
    assert codec.decode(codec.encode(text)) == text


def test_one_symbol():
    codec = Codec.for_text("zzzz")
    assert codec.encode("zzzz") == "0000"


def test_unknown_symbol():
    with pytest.raises(ValueError):
        Codec.for_text("ab").encode("c")


def test_trailing_bits():
    with pytest.raises(ValueError):
        Codec.for_text("aabc").decode("1")


def test_ratio():
    assert ratio("") == 0.0
    assert ratio("abab") == 1.0
    assert ratio("aaaa") == 1.0
