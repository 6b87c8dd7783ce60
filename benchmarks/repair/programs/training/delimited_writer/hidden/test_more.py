import csv
import io

import pytest

from delimited import EXCEL_GERMAN, DelimitedWriter, Dialect


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", ":"])
def test_csv_reads_it_back(delimiter):
    row = ["a,b", "c;d", "e\tf", "g|h", "i:j", 'k"l', "m\nn"]
    text = DelimitedWriter(Dialect(delimiter=delimiter)).row(row)
    assert next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)) == row


def test_pipes():
    assert DelimitedWriter(Dialect(delimiter="|")).row(["a|b", "a,b"]) == '"a|b"|a,b'


def test_other_quote():
    writer = DelimitedWriter(Dialect(delimiter=";", quote="'"))
    assert writer.row(["it's", "a;b", 'say "x"']) == "'it''s';'a;b';say \"x\""


def test_decimal_comma_with_comma_as_delimiter():
    assert DelimitedWriter(Dialect(decimal_mark=",")).row([1.5, 2]) == '"1,5",2'


def test_header_is_quoted_too():
    text = DelimitedWriter(EXCEL_GERMAN).table([{"a;b": 1.5}], ["a;b"])
    assert text == '"a;b"\r\n1,5\r\n'


def test_needs_quotes():
    writer = DelimitedWriter(EXCEL_GERMAN)
    assert [writer.needs_quotes(text) for text in ("a", "a,b", "a;b", 'a"', "a\r")] == [False, False, True, True, True]
