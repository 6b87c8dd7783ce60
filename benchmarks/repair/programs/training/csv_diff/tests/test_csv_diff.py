import pytest

from csv_diff import Comparer, TableError, report

OLD = "id,name,price\n1,pen,2\n2,ink,5\n3,cap,1\n"
NEW = "id,name,price\n1,pen,3\n3,cap,1\n4,pad,7\n"


def test_compare():
    diff = Comparer("id").compare(OLD, NEW)
    assert diff.added == [("4",)]
    assert diff.removed == [("2",)]
    assert diff.changed == {("1",): {"price": ("2", "3")}}


def test_report():
    diff = Comparer("id").compare(OLD, NEW)
    assert report(diff) == ["+ 4", "- 2", "~ 1 price: 2 -> 3"]


def test_ignore():
    assert Comparer("id", ignore=["price"]).compare(OLD, NEW).changed == {}


def test_same():
    diff = Comparer("id").compare(OLD, OLD)
    assert not diff
    assert diff.summary() == "no differences"


def test_spaces_do_not_matter():
    assert not Comparer("id").compare("id, a\n1, x\n", "id,a\n1,x \n")


def test_strict_table_without_duplicates():
    diff = Comparer("id", strict=True).compare(OLD, NEW)
    assert diff.summary() == "1 added, 1 removed, 1 changed"


def test_strict_duplicate():
    with pytest.raises(TableError):
        Comparer("id", strict=True).compare(OLD, "id,name,price\n1,a,1\n1,b,2\n")


def test_last_of_duplicates():
    diff = Comparer("id").compare("id,v\n1,a\n", "id,v\n1,b\n1,a\n")
    assert not diff


def test_strict_composite_key():
    table = Comparer(["a", "b"], strict=True).read("a,b,c\nx,1,p\nx,2,q\n")
    assert list(table) == [("x", "1"), ("x", "2")]


def test_missing_key_column():
    with pytest.raises(TableError):
        Comparer("code").read(OLD)
