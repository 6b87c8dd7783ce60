from run_codec import RunEncoder, decode, encode, encode_lines


def test_finish_twice():
    encoder = RunEncoder()
    encoder.feed("ab")
    assert encoder.finish() == "ab"
    assert encoder.finish() == ""


def test_empty_line_between():
    assert encode_lines(["aaaa", "", "b"]) == ["\\Aa", "", "b"]


def test_only_empty_lines():
    assert encode_lines(["", "\n", ""]) == ["", "", ""]


def test_same_char_next_line():
    assert encode_lines(["aaa", "aaa", "aaaa"]) == ["aaa", "aaa", "\\Aa"]


def test_backslash_lines():
    assert encode_lines(["\\", "\\", "x"]) == ["\\\\", "\\\\", "x"]


def test_full_run_then_more():
    assert encode_lines(["a" * 29, "a", "a" * 30]) == ["\\Za", "a", "\\Zaa"]


def test_lines_same_as_encode():
    lines = ["aab", "bbbb", "bb\\\\\\\\", "\\", "", "cc"]
    assert encode_lines(lines) == [encode(line) for line in lines]


def test_lines_round_trip():
    lines = ["zzzzzz", "zz", "yyyyx"]
    assert [decode(code) for code in encode_lines(lines)] == lines


def test_reuse_with_pieces():
    encoder = RunEncoder()
    for _ in range(3):
        encoder.feed("--")
        encoder.feed("---")
        assert encoder.finish() == "\\B-"
    assert encoder.texts == 3


def test_no_lines():
    assert encode_lines([]) == []


def test_run_over_pieces_still_joined():
    encoder = RunEncoder()
    for _ in range(5):
        encoder.feed("q")
    assert encoder.finish() == "\\Bq"
