import pytest

from quoted_fields import field_text, to_lines


@pytest.mark.parametrize("value, text", [("plain", "plain"), (12.5, "12.5"), (None, ""), ("two words", "two words")])
def test_as_they_are(value, text):
    assert field_text(value) == text


def test_comma():
    assert field_text("Lee, Ann") == '"Lee, Ann"'


def test_blank_at_the_end():
    assert field_text("x ") == '"x "'


def test_inner_quotes():
    assert field_text('the "best" one') == '"the ""best"" one"'


def test_lines():
    records = [{"id": 1, "name": "a,b"}, {"id": 2}]
    assert to_lines(records, ["id", "name"]) == ["id,name", '1,"a,b"', "2,"]


def test_no_records():
    assert to_lines([], ["a", "b"]) == ["a,b"]


def test_quotes_in_a_record():
    assert to_lines([{"size": '5"'}], ["size"]) == ["size", '"5"""']
