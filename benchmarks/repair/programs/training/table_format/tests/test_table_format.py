import pytest

from table_format import Column, Table


@pytest.fixture
def table():
    t = Table("Item", Column("Qty", "right"), Column("Price", "right", decimals=2))
    t.add("Tea", 2, 3.5)
    t.add("Coffee", 10, 1200)
    t.add("Gift")
    return t


def test_render(table):
    assert table.render() == (
        "Item    Qty     Price\n"
        "------  ---  --------\n"
        "Tea       2      3.50\n"
        "Coffee   10  1,200.00\n"
        "Gift      -         -"
    )


def test_total(table):
    assert table.render(total="Sum") == (
        "Item    Qty     Price\n"
        "------  ---  --------\n"
        "Tea       2      3.50\n"
        "Coffee   10  1,200.00\n"
        "Gift      -         -\n"
        "------  ---  --------\n"
        "Sum      12  1,203.50"
    )


def test_total_that_needs_more_room():
    t = Table("Day", Column("EUR", "right"))
    t.add("Mon", 800)
    t.add("Tue", 700)
    assert t.render(total="Total") == (
        "Day     EUR\n"
        "-----  ----\n"
        "Mon     800\n"
        "Tue     700\n"
        "-----  ----\n"
        "Total  1500"
    )


def test_sort(table):
    table.sort("Price", reverse=True)
    assert [row[0] for row in table.rows] == ["Coffee", "Tea", "Gift"]
    table.sort("Item")
    assert [row[0] for row in table.rows] == ["Coffee", "Gift", "Tea"]
    with pytest.raises(LookupError):
        table.sort("Colour")


def test_totals(table):
    assert table.totals() == [None, 12, 1203.5]


def test_values():
    column = Column("x", decimals=1, empty="?")
    assert [column.text(v) for v in (None, True, 2, "a")] == ["?", "yes", "2.0", "a"]


def test_errors():
    with pytest.raises(ValueError):
        Column("x", "middle")
    with pytest.raises(ValueError):
        Table("a").add(1, 2)


def test_markdown():
    t = Table("Name", Column("No", "right"), Column("Ok", "centre"))
    t.add("a|b", 1, True)
    assert t.markdown() == (
        "| Name |  No | Ok  |\n"
        "| ---- | --: | :-: |\n"
        "| a\\|b |   1 | yes |"
    )
