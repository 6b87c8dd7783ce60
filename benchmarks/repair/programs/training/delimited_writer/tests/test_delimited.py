from datetime import date
from decimal import Decimal

import pytest

from delimited import EXCEL_GERMAN, TABS, DelimitedWriter, Dialect


@pytest.fixture
def comma():
    return DelimitedWriter()


def test_plain_row(comma):
    assert comma.row(["a", 1, "b c"]) == "a,1,b c"


def test_values(comma):
    assert comma.row([None, True, False, date(2024, 5, 1), 2.5]) == ",yes,no,2024-05-01,2.5"


def test_comma_is_quoted(comma):
    assert comma.row(["Doe, Jane", "x"]) == '"Doe, Jane",x'


def test_quote_is_doubled(comma):
    assert comma.row(['the "best"']) == '"the ""best"""'


def test_newline_is_quoted(comma):
    assert comma.row(["a\nb", "c"]) == '"a\nb",c'


def test_outer_blanks_are_quoted(comma):
    assert comma.row([" a", "b "]) == '" a","b "'


def test_semicolon_is_quoted():
    assert DelimitedWriter(EXCEL_GERMAN).row(["nuts; bolts", "x"]) == '"nuts; bolts";x'


def test_decimal_comma():
    assert DelimitedWriter(EXCEL_GERMAN).row([Decimal("12.50"), 3]) == "12,50;3"


def test_tabs():
    writer = DelimitedWriter(TABS)
    assert writer.row(["Doe, Jane", "a\tb"]) == 'Doe, Jane\t"a\tb"'


def test_table(comma):
    records = [{"name": "ann", "age": 31}, {"name": "bob"}]
    assert comma.table(records, ["name", "age"]) == "name,age\nann,31\nbob,\n"


def test_unknown_key(comma):
    with pytest.raises(KeyError, match="record 2 has size"):
        comma.table([{"name": "ann"}, {"size": 3}], ["name"])


def test_wrong_dialect():
    with pytest.raises(ValueError):
        Dialect(delimiter="||")
    with pytest.raises(ValueError):
        Dialect(delimiter='"')
