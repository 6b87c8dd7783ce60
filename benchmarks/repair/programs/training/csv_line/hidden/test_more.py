import pytest

from csv_line import format_line, parse_line


def test_field_that_is_a_single_quote_mark():
    assert parse_line('""""') == ['"']


def test_escapes_at_both_ends():
    assert parse_line('"""a, b""",c') == ['"a, b"', "c"]


def test_consecutive_escapes():
    assert parse_line('"a""""b"') == ['a""b']


def test_custom_quote_character():
    assert parse_line("'it''s',\"x\"", quote="'") == ["it's", '"x"']


def test_escape_does_not_close_field():
    with pytest.raises(ValueError):
        parse_line('"abc""')


def test_empty_quoted_fields_stay_empty():
    assert parse_line('"",""') == ["", ""]


@pytest.mark.parametrize("row", [['"'], ['","', "x"], ["", '""', "\n"], ['a"b"c', ",,"]])
def test_there_and_back(row):
    assert parse_line(format_line(row)) == row
