import csv

import pytest

from quoted_fields import field_text, to_lines


@pytest.mark.parametrize("value", ['"', '""', 'a","b', 'say "hi", please', "line\nbreak", " both "])
def test_read_back(value):
    text = "\r\n".join(to_lines([{"x": value, "y": "end"}], ["x", "y"]))
    rows = list(csv.reader(text.splitlines(keepends=True)))
    assert rows == [["x", "y"], [value, "end"]]


def test_column_name_with_quotes():
    assert to_lines([], ['the "id"', "b"]) == ['"the ""id""",b']


def test_only_one_quote():
    assert field_text('"') == '""""'
