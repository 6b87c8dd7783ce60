import pytest

from aisle_picker import OutOfStock, Warehouse, plan_order


@pytest.fixture
def warehouse():
    warehouse = Warehouse("ABC")
    warehouse.store("A", 4, "bolt", 10)
    warehouse.store("C", 1, "bolt", 50)
    warehouse.store("A", 2, "nut", 30)
    warehouse.store("B", 7, "saw", 3)
    warehouse.store("C", 9, "tape", 8)
    return warehouse


def test_stock(warehouse):
    assert warehouse.stock("bolt") == 60
    assert warehouse.stock("glue") == 0


def test_store_more(warehouse):
    warehouse.store("B", 7, "saw", 2)
    assert warehouse.stock("saw") == 5


def test_shelf_with_something_else(warehouse):
    with pytest.raises(ValueError, match="A2 holds nut"):
        warehouse.store("A", 2, "bolt", 1)


def test_unknown_aisle(warehouse):
    with pytest.raises(ValueError):
        warehouse.store("D", 1, "bolt", 1)


def test_fullest_shelf_first(warehouse):
    assert [shelf.aisle for shelf in warehouse.shelves_of("bolt")] == ["C", "A"]


def test_equal_shelves(warehouse):
    warehouse.store("B", 1, "nut", 30)
    warehouse.store("A", 1, "nut", 30)
    places = [(shelf.aisle, shelf.position) for shelf in warehouse.shelves_of("nut")]
    assert places == [("A", 1), ("A", 2), ("B", 1)]


def test_single_line(warehouse):
    assert plan_order(warehouse, {"saw": 2}).route() == [("B", 7, "saw", 2)]


def test_pieces(warehouse):
    assert plan_order(warehouse, {"saw": 2, "nut": 5}).pieces == 7


def test_two_shelves_for_an_article(warehouse):
    plan = plan_order(warehouse, {"bolt": 55})
    assert plan.lines == {"A": [(4, "bolt", 5)], "B": [], "C": [(1, "bolt", 50)]}


def test_every_other_aisle_backwards(warehouse):
    warehouse.store("B", 2, "axe", 1)
    plan = plan_order(warehouse, {"axe": 1, "nut": 1, "saw": 1, "tape": 1, "bolt": 1})
    assert [stop[:2] for stop in plan.route()] == [("A", 2), ("B", 7), ("B", 2), ("C", 1), ("C", 9)]


def test_empty_order(warehouse):
    assert plan_order(warehouse, {}).route() == []


def test_out_of_stock(warehouse):
    with pytest.raises(OutOfStock) as caught:
        plan_order(warehouse, {"nut": 1, "saw": 5})
    assert (caught.value.article, caught.value.short) == ("saw", 2)


def test_stock_stays(warehouse):
    plan_order(warehouse, {"bolt": 60})
    assert warehouse.stock("bolt") == 60
