import pytest

from logtally import BadLine, Tally, parse, tokenize


def test_blanks_after_quoted():
    assert tokenize('"a"  b  c') == ["a", "b", "c"]


def test_blanks_at_end_after_quoted():
    assert tokenize('"a"   ') == ["a"]
    assert tokenize('a="b" c  \n') == ["a=b", "c"]


def test_empty_token_then_blanks():
    assert tokenize('""  ""   x') == ["", "", "x"]


def test_only_empty_quotes():
    assert tokenize('""') == [""]
    assert tokenize('  "" ') == [""]


def test_no_tokens():
    assert tokenize("") == []
    assert tokenize("   \t ") == []


def test_quotes_in_the_middle():
    assert tokenize('a="x y"z  b=""') == ["a=x yz", "b="]


def test_blanks_inside_quotes_stay():
    assert tokenize('"a  b"\t\tc') == ["a  b", "c"]


def test_backslash_outside_quotes():
    assert tokenize(r"a\b c") == [r"a\b", "c"]


def test_parse_double_blank():
    record = parse('10:00 WARN msg="a b"  path=/x')
    assert record.fields == {"msg": "a b", "path": "/x"}


def test_empty_value():
    assert parse('10:00 INFO msg="" path=/x').fields == {"msg": "", "path": "/x"}


def test_feed_with_newlines():
    tally = Tally().feed(['1 INFO msg="x" \n', '2 INFO msg="y z"   path=/p ms=4\n'])
    assert tally.bad == 0
    assert tally.levels["INFO"] == 2
    assert tally.slowest() == [("/p", 4)]


def test_quoted_nonsense_is_bad():
    with pytest.raises(BadLine):
        parse('1 INFO "" path=/x')
