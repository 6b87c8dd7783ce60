import pytest

from csv_diff import Comparer, TableError, report


def test_strict_read():
    table = Comparer("k", strict=True).read("k,v\na,1\nb,2\n")
    assert table == {("a",): {"k": "a", "v": "1"}, ("b",): {"k": "b", "v": "2"}}


def test_strict_added():
    assert Comparer("k", strict=True).compare("k,v\na,1\n", "k,v\na,1\nb,1\n").added == [("b",)]


def test_strict_removed():
    assert Comparer("k", strict=True).compare("k,v\na,1\nb,1\n", "k,v\nb,1\n").removed == [("a",)]


def test_strict_changed():
    diff = Comparer("k", strict=True).compare("k,v\na,1\n", "k,v\na,2\n")
    assert report(diff) == ["~ a v: 1 -> 2"]


def test_strict_same_is_not_empty():
    c = Comparer("k", strict=True)
    assert not c.compare("k,v\na,1\n", "k,v\na,1\n")
    assert len(c.read("k,v\na,1\n")) == 1


def test_strict_duplicate_after_strip():
    with pytest.raises(TableError):
        Comparer("k", strict=True).read("k,v\na,1\n a ,2\n")


def test_strict_duplicates_in_old():
    with pytest.raises(TableError):
        Comparer("k", strict=True).compare("k,v\na,1\na,1\n", "k,v\na,1\n")


def test_strict_empty_table():
    assert Comparer("k", strict=True).read("k,v\n") == {}


def test_strict_first_and_last_row():
    table = Comparer("k", strict=True).read("k,v\na,1\nb,2\nc,3\n")
    assert [row["v"] for row in table.values()] == ["1", "2", "3"]


def test_loose_duplicates():
    assert Comparer("k").read("k,v\na,1\na,2\n") == {("a",): {"k": "a", "v": "2"}}


def test_new_column():
    diff = Comparer("k").compare("k\na\n", "k,v\na,1\n")
    assert report(diff) == ["~ a v: (empty) -> 1"]


def test_delimiter_strict():
    diff = Comparer("k", strict=True, delimiter=";").compare("k;v\na;1,5\n", "k;v\na;1,6\n")
    assert diff.changed == {("a",): {"v": ("1,5", "1,6")}}
