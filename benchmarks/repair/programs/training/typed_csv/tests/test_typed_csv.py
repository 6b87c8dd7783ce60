from datetime import date
from decimal import Decimal

import pytest

from typed_csv import Column, Importer


@pytest.fixture
def stock():
    return Importer(Column("Item"), Column("Count", "int", default=0),
                    Column("Price", "decimal", optional=True), Column("Unit", default="piece"))


def test_types(stock):
    result = stock.read("item,count,price,unit\nBolt,\"1,200\",0.05,box\n")
    assert result.records == [
        {"Item": "Bolt", "Count": 1200, "Price": Decimal("0.05"), "Unit": "box"}]


def test_default_text(stock):
    result = stock.read("Item,Count,Price,Unit\nBolt,5,1,\n")
    assert result.column("Unit") == ["piece"]


def test_default_count(stock):
    result = stock.read("Item,Count,Price,Unit\nBolt,,1,box\nNut,3,1,box\n")
    assert result.errors == []
    assert result.column("Count") == [0, 3]


def test_column_left_out(stock):
    result = stock.read("Item,Count\nBolt,1\n")
    assert result.records == [{"Item": "Bolt", "Count": 1, "Price": None, "Unit": "piece"}]


def test_short_row():
    importer = Importer(Column("Task"), Column("Done", "bool", optional=True, default=False))
    assert importer.read("Task,Done\nWash,yes\nIron\n").column("Done") == [True, False]


def test_required_column(stock):
    with pytest.raises(ValueError):
        stock.read("Count\n1\n")


def test_errors(stock):
    result = stock.read("Item,Count\nBolt,many\n,2\nNut,3\n")
    assert result.errors == [(2, "Count: bad int 'many'"), (3, "Item is empty")]
    assert result.column("Item") == ["Nut"]


def test_blank_lines(stock):
    result = stock.read("Item,Count\n\n , \nNut,3\n")
    assert len(result.records) == 1
    assert result.errors == []


def test_dates_and_delimiter():
    importer = Importer(Column("Day", "date"), delimiter=";")
    assert importer.read("\ufeffDay;x\n2024-02-29;1\n").column("Day") == [date(2024, 2, 29)]


def test_bool_words():
    importer = Importer(Column("Ok", "bool"))
    assert importer.read("Ok\nYES\nno\nX\nmaybe\n").column("Ok") == [True, False, True]


def test_unknown_kind():
    with pytest.raises(ValueError):
        Column("a", "float")


def test_empty_text():
    with pytest.raises(ValueError):
        Importer(Column("a")).read("")
