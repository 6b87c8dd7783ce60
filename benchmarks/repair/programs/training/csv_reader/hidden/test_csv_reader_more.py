import csv
import io
import pytest
from csv_reader import CsvError, read, to_dicts

SAMPLES = [
    'a,"b""c",d\n',
    '"""",x\n',
    '"","",""\n',
    '"one\ntwo ""three""",4\n5,6\n',
    'plain,"q""",""""\n',
    'x,it"s,y\n',
]


@pytest.mark.parametrize("text", SAMPLES)
def test_same_as_stdlib(text):
    assert [r.fields for r in read(text)] == list(csv.reader(io.StringIO(text)))


def test_crlf():
    assert [r.fields for r in read('a,b\r\n"c""",d\r\n')] == [["a", "b"], ['c"', "d"]]


def test_quoted_empty_record():
    assert [r.fields for r in read('""\n')] == [[""]]


def test_wrong_width():
    with pytest.raises(CsvError) as info:
        to_dicts("a,b\n1,2\n3\n")
    assert info.value.line == 3


def test_quotes_in_header():
    assert to_dicts('"a""b"\n1\n') == [{'a"b': "1"}]
