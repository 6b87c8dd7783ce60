from datetime import date

import pytest

from importer import RowError, import_members, parse_date, parse_row


@pytest.mark.parametrize("text", ["2024-02-30", "31.4.2020", "", "1-2", "13/13/2000"])
def test_bad_dates(text):
    with pytest.raises(ValueError, match="not a date"):
        parse_date(text)


def test_none_is_a_programming_error():
    with pytest.raises(TypeError):
        parse_date(None)


def test_row_with_slashes():
    assert parse_row("Ann, 24/12/1999, 3", 2)["joined"] == date(1999, 12, 24)


def test_row_error_reason():
    with pytest.raises(RowError) as info:
        parse_row("Ann, x, 3", 9)
    assert info.value.reason == "not a date: x"
    assert info.value.lineno == 9


def test_import_line_numbers():
    _, errors = import_members("h\nAnn,bad,1\n\nBob,bad,1\n")
    assert [e.lineno for e in errors] == [2, 4]
