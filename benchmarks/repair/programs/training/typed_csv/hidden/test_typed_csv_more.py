from decimal import Decimal

import pytest

from typed_csv import Column, Importer


@pytest.mark.parametrize("kind, default", [
    ("int", 0), ("int", 7), ("decimal", Decimal(0)), ("bool", False), ("bool", True),
    ("text", ""), ("text", "n/a"),
])
@pytest.mark.parametrize("optional", [True, False])
def test_default(kind, default, optional):
    importer = Importer(Column("Id"), Column("V", kind, optional, default))
    result = importer.read("Id,V\na,\n")
    assert result.errors == []
    value = result.column("V")[0]
    assert value == default
    assert type(value) is type(default)


def test_default_of_missing_column():
    importer = Importer(Column("Id"), Column("Count", "int", default=0))
    assert importer.read("Id\na\nb\n").column("Count") == [0, 0]


def test_optional_without_default():
    importer = Importer(Column("Id"), Column("Count", "int", optional=True))
    assert importer.read("Id,Count\na,\n").column("Count") == [None]


def test_neither_optional_nor_default():
    importer = Importer(Column("Id"), Column("Count", "int"))
    result = importer.read("Id,Count\na,\nb,0\n")
    assert result.errors == [(2, "Count is empty")]
    assert result.column("Count") == [0]


def test_given_value_beats_default():
    importer = Importer(Column("Id"), Column("Ok", "bool", default=True))
    assert importer.read("Id,Ok\na,no\nb,\n").column("Ok") == [False, True]


def test_spaces_only_are_empty():
    importer = Importer(Column("Id"), Column("N", "int", default=0))
    assert importer.read("Id,N\na,  \n").column("N") == [0]


def test_bad_value_is_not_replaced_by_default():
    importer = Importer(Column("Id"), Column("N", "int", default=0))
    result = importer.read("Id,N\na,x\n")
    assert result.records == []
    assert result.errors == [(2, "N: bad int 'x'")]


def test_short_rows():
    importer = Importer(Column("Id"), Column("N", "int", default=0), Column("T", default=""))
    assert importer.read("Id,N,T\na\nb,2\n").records == [
        {"Id": "a", "N": 0, "T": ""}, {"Id": "b", "N": 2, "T": ""}]


def test_zero_in_cell():
    importer = Importer(Column("N", "int", default=5))
    assert importer.read("N\n0\n").column("N") == [0]
