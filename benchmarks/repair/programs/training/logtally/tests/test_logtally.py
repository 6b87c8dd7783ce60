import pytest

from logtally import BadLine, Tally, parse, tokenize


def test_plain_tokens():
    assert tokenize("a bb  ccc ") == ["a", "bb", "ccc"]


def test_quotes_group():
    assert tokenize('msg="two words" x') == ["msg=two words", "x"]


def test_escaped_quote():
    assert tokenize(r'"say \"hi\""') == ['say "hi"']


def test_empty_quotes_are_a_token():
    assert tokenize('a "" b') == ["a", "", "b"]


def test_columns_aligned_with_blanks():
    assert tokenize('"web 1"   INFO   ok') == ["web 1", "INFO", "ok"]


def test_trailing_newline():
    record = parse('10:00 info path=/a msg="all done" \n')
    assert record.level == "INFO"
    assert record.fields == {"path": "/a", "msg": "all done"}


def test_open_quotes():
    with pytest.raises(BadLine):
        tokenize('a "b c')


def test_not_a_field():
    with pytest.raises(BadLine):
        parse("10:00 INFO hello")


def test_tally():
    tally = Tally().feed([
        "10:00 INFO path=/a ms=10",
        "10:01 INFO path=/b ms=50",
        "",
        "10:02 ERROR path=/a ms=30",
        "broken",
    ])
    assert tally.levels == {"INFO": 2, "ERROR": 1}
    assert tally.bad == 1
    assert tally.mean_ms("/a") == 20
    assert tally.mean_ms("/zzz") is None
    assert tally.slowest() == [("/b", 50), ("/a", 30)]


def test_error_rate():
    assert Tally().error_rate() == 0.0
    assert Tally().feed(["1 ERROR", "2 INFO"]).error_rate() == 0.5
