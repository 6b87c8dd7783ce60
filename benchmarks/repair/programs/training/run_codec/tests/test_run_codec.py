import pytest

from run_codec import CodecError, RunEncoder, decode, encode, encode_lines, saving


def test_short_runs_stay():
    assert encode("aaabbc") == "aaabbc"
    assert encode("") == ""


def test_runs():
    assert encode("aaaa") == "\\Aa"
    assert encode("x" + "-" * 29 + "y") == "x\\Z-y"


def test_very_long_run():
    assert encode("a" * 31) == "\\Zaaa"


def test_backslashes():
    assert encode("a\\b") == "a\\\\b"
    assert encode("\\" * 4) == "\\A\\"
    assert decode("\\A\\") == "\\" * 4


def test_pieces():
    encoder = RunEncoder()
    encoder.feed("aa")
    encoder.feed("aaab")
    assert encoder.finish() == "\\Bab"


def test_encoder_used_again():
    encoder = RunEncoder()
    encoder.feed("xyz")
    assert encoder.finish() == "xyz"
    encoder.feed("abc")
    assert encoder.finish() == "abc"
    assert encoder.texts == 2


def test_lines():
    assert encode_lines(["aa\n", "aab\n", "======"]) == ["aa", "aab", "\\C="]


@pytest.mark.parametrize("text", ["aaaaaaab", "\\\\\\", "A" * 60 + "\\B"])
def test_round_trip(text):
    assert decode(encode(text)) == text


@pytest.mark.parametrize("broken", ["\\", "a\\x", "\\A"])
def test_broken(broken):
    with pytest.raises(CodecError):
        decode(broken)


def test_saving():
    assert saving("aaaaaaaaaaaa") == 0.75
    assert saving("\\") == 0.0
