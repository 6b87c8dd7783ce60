import pytest

from grid_print import Column, Table


def lines(table):
    return table.render().split("\n")


def test_simple():
    table = Table(["name", Column("pcs", "right")])
    table.add("tea", 5).add("coffee", 12)
    assert lines(table) == [
        "name   | pcs",
        "------------",
        "tea    |   5",
        "coffee |  12",
    ]


def test_same_number_of_lines():
    table = Table(["a", "b"]).add("x\ny", "1\n2")
    assert lines(table)[2:] == ["x | 1", "y | 2"]


def test_first_cell_longer():
    table = Table(["a", "b"]).add("x\ny\nz", "1")
    assert lines(table)[2:] == ["x | 1", "y |", "z |"]


def test_folded():
    table = Table(["no", Column("text", max_width=5)]).add(1, "teapotlid")
    assert lines(table) == [
        "no | text",
        "----------",
        "1  | teapo",
        "   | tlid",
    ]


def test_none_and_float():
    table = Table(["a", Column("price", "right")]).add(None, 2.5).add("b", None)
    assert lines(table)[2:] == ["  |  2.50", "b |"]


def test_footer():
    table = Table(["a", "n"]).add("x", 1).footer("sum", 1)
    assert lines(table) == ["a   | n", "-------", "x   | 1", "-------", "sum | 1"]


def test_sort():
    table = Table(["a", "n"]).add("x", 3).add("y", None).add("z", 1).sort("n")
    assert [line[0] for line in lines(table)[2:]] == ["z", "x", "y"]


def test_wrong_number():
    with pytest.raises(ValueError):
        Table(["a", "b"]).add(1)


def test_bad_alignment():
    with pytest.raises(ValueError):
        Column("a", "top")
