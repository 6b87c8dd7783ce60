import pytest

from csv_line import format_line, parse_line


def test_plain_fields():
    assert parse_line("a,b,c") == ["a", "b", "c"]


def test_empty_fields():
    assert parse_line(",x,") == ["", "x", ""]


def test_quoted_delimiter():
    assert parse_line('1,"Smith, John",3') == ["1", "Smith, John", "3"]


def test_empty_quoted_field():
    assert parse_line('a,"",b') == ["a", "", "b"]


def test_other_delimiter():
    assert parse_line("a;b,c", delimiter=";") == ["a", "b,c"]


def test_unterminated_quote():
    with pytest.raises(ValueError):
        parse_line('a,"b')


def test_format_quotes_when_needed():
    assert format_line(["a", "b,c", 'd"e']) == 'a,"b,c","d""e"'


def test_escaped_quote():
    assert parse_line('1,"5"" pipe",2') == ["1", '5" pipe', "2"]


def test_roundtrip():
    row = ["plain", 'say "hi"', "x,y"]
    assert parse_line(format_line(row)) == row
