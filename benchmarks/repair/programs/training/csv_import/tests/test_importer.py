from datetime import date

import pytest

from importer import RowError, import_members, parse_date, parse_fee, parse_row, total_fees


def test_iso_date():
    assert parse_date("2024-02-29") == date(2024, 2, 29)


def test_other_date_formats():
    assert parse_date("3.5.2021") == date(2021, 5, 3)
    assert parse_date("03/05/2021") == date(2021, 5, 3)


def test_bad_date():
    with pytest.raises(ValueError, match="not a date: soon"):
        parse_date("soon")


@pytest.mark.parametrize("text,cents", [("12", 1200), ("12.5", 1250), ("12,05", 1205)])
def test_fee(text, cents):
    assert parse_fee(text) == cents


def test_bad_fee():
    with pytest.raises(ValueError):
        parse_fee("1.234")


def test_too_few_columns():
    with pytest.raises(RowError) as info:
        parse_row("Ann, 2020-01-01", 4)
    assert info.value.lineno == 4
    assert info.value.reason == "too few columns"


def test_empty_name():
    with pytest.raises(RowError):
        parse_row(" , 2020-01-01, 5", 2)


def test_import_skips_header_and_blanks():
    members, errors = import_members("name,joined,fee\n\nAnn,2020-01-01,5\n")
    assert [m["name"] for m in members] == ["Ann"]
    assert errors == []


def test_import_continues_after_errors():
    text = "name,joined,fee\nAnn,never,5\nBob,01.02.2020,7,50\nCid,2020-01-01,x\n"
    members, errors = import_members(text)
    assert [m["name"] for m in members] == ["Bob"]
    assert [e.reason for e in errors] == ["not a date: never", "not an amount: x"]


def test_total():
    assert total_fees([{"fee": 5}, {"fee": 7}]) == 12
