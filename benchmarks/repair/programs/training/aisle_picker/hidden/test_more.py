import pytest

from aisle_picker import PickingPlan, Shelf, Warehouse, plan_order


@pytest.fixture
def plan():
    return PickingPlan(["N", "S", "E"])


def test_only_its_own_aisle(plan):
    plan.add(Shelf("S", 3, "cup", 9), 4)
    assert plan.lines == {"N": [], "S": [(3, "cup", 4)], "E": []}
    assert plan.pieces == 4


def test_one_aisle_forwards(plan):
    for position in (5, 1, 3):
        plan.add(Shelf("E", position, "cup", 9), position)
    assert plan.route() == [("E", 1, "cup", 1), ("E", 3, "cup", 3), ("E", 5, "cup", 5)]


def test_aisles_without_work_do_not_turn_the_picker(plan):
    for aisle, position in [("E", 1), ("E", 2), ("N", 1), ("N", 2)]:
        plan.add(Shelf(aisle, position, "mug", 2), 1)
    assert [stop[:2] for stop in plan.route()] == [("N", 1), ("N", 2), ("E", 2), ("E", 1)]


def test_plans_are_independent():
    one, two = PickingPlan("XY"), PickingPlan("XY")
    one.add(Shelf("X", 1, "pin", 1), 1)
    assert two.lines == {"X": [], "Y": []}
    assert two.route() == []


def test_aisles_from_an_iterator():
    plan = PickingPlan(iter("PQ"))
    plan.add(Shelf("Q", 1, "pin", 1), 1)
    assert plan.route() == [("Q", 1, "pin", 1)]


def test_whole_order():
    warehouse = Warehouse(["left", "right"])
    warehouse.store("left", 1, "pen", 4)
    warehouse.store("right", 1, "pen", 6)
    warehouse.store("right", 8, "ink", 1)
    plan = plan_order(warehouse, {"pen": 10, "ink": 1})
    assert plan.pieces == 11
    assert plan.route() == [("left", 1, "pen", 4), ("right", 8, "ink", 1), ("right", 1, "pen", 6)]


def test_order_of_lines_in_an_aisle_is_that_of_the_order():
    warehouse = Warehouse("A")
    warehouse.store("A", 1, "pen", 4)
    warehouse.store("A", 2, "ink", 4)
    assert plan_order(warehouse, {"ink": 1, "pen": 2}).lines == {"A": [(2, "ink", 1), (1, "pen", 2)]}
