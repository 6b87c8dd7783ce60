import pytest
from csv_reader import CsvError, Record, read, to_dicts


def fields(text, **kw):
    return [r.fields for r in read(text, **kw)]


def test_simple():
    assert fields("a,b\nc,d\n") == [["a", "b"], ["c", "d"]]


def test_no_final_newline():
    assert fields("a,b") == [["a", "b"]]


def test_empty_fields():
    assert fields("a,,\n,b\n") == [["a", "", ""], ["", "b"]]


def test_quoted_separator():
    assert fields('"x,y",z') == [["x,y", "z"]]


def test_doubled_quote():
    assert fields('"say ""hi""",2\n') == [['say "hi"', "2"]]


def test_line_numbers():
    assert list(read('a\n\n"b\nc"\nd\n')) == [
        Record(1, ["a"]), Record(3, ["b\nc"]), Record(5, ["d"])]


def test_unterminated():
    with pytest.raises(CsvError) as info:
        list(read('a\n"b'))
    assert info.value.line == 2


def test_garbage_after_quote():
    with pytest.raises(CsvError):
        list(read('"a"b,c'))


def test_dicts():
    assert to_dicts("k;v\na;1\n", ";") == [{"k": "a", "v": "1"}]
    assert to_dicts("") == []
