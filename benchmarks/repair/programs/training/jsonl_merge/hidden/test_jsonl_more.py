import pytest

from jsonl import BadLine, merge_by_key, records


def test_nothing():
    assert list(records("")) == []
    assert list(records("\n\n\t\n")) == []


def test_numbers_count_blank_lines():
    with pytest.raises(BadLine, match="line 3"):
        list(records('\n{"a": 1}\nx'))


def test_merge_own_output():
    text = merge_by_key(['{"id": 1}\n{"id": 2}\n'])
    assert merge_by_key([text, text]) == text


def test_carriage_returns():
    assert list(records('{"a": 1}\r\n\r\n')) == [{"a": 1}]
