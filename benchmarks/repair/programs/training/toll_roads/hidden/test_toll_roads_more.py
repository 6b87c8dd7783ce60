from toll_roads import RoadMap, Tariff


def make(*roads):
    m = RoadMap()
    for road in roads:
        m.add(*road)
    return m


def test_long_way_round_is_cheaper():
    m = make(("A", "B", 100), ("A", "C", 1), ("C", "D", 1), ("D", "E", 1), ("E", "B", 1))
    route = m.cheapest("A", "B")
    assert route.places == ["A", "C", "D", "E", "B"]
    assert route.cost == 4


def test_improved_twice():
    m = make(("A", "X", 50), ("A", "B", 10), ("B", "X", 30), ("B", "C", 5), ("C", "X", 5))
    assert m.cheapest("A", "X").cost == 20


def test_improvement_of_an_inner_place():
    m = make(("A", "M", 9, 9), ("A", "N", 5), ("N", "M", 5), ("M", "Z", 1))
    route = m.cheapest("A", "Z")
    assert route.places == ["A", "N", "M", "Z"]
    assert route.cost == 11


def test_order_of_roads_does_not_matter():
    roads = [("A", "B", 8), ("A", "C", 2), ("C", "B", 3), ("B", "D", 4), ("C", "D", 9)]
    assert make(*roads).cheapest("A", "D").cost == 9
    assert make(*roads[::-1]).cheapest("A", "D").cost == 9


def test_parallel_roads():
    assert make(("A", "B", 10), ("A", "B", 7), ("A", "B", 8)).cheapest("A", "B").cost == 7


def test_unreachable_with_cycle():
    m = make(("A", "B", 1), ("B", "C", 1), ("C", "A", 1), ("X", "Y", 1))
    assert m.cheapest("A", "X") is None


def test_equal_costs():
    m = make(("A", "B", 1), ("A", "C", 1), ("B", "D", 1), ("C", "D", 1))
    assert m.cheapest("A", "D").cost == 2


def test_per_km():
    m = make(("A", "B", 10, 50), ("A", "C", 20), ("C", "B", 20))
    assert m.cheapest("A", "B", Tariff(per_km=1)).cost == 40
    assert m.cheapest("A", "B", Tariff(per_km=2)).cost == 70


def test_reachable_within_budget():
    m = make(("A", "B", 10), ("A", "C", 3), ("C", "B", 3))
    assert m.reachable("A", 6) == {"B": 6, "C": 3}


def test_toll_saving():
    m = make(("A", "B", 10, 5), ("A", "C", 20), ("C", "B", 20))
    assert m.toll_saving("A", "B") == 25
    assert make(("A", "B", 1, 1)).toll_saving("A", "B") is None


def test_no_saving():
    m = make(("A", "B", 10, 50), ("A", "C", 20), ("C", "B", 20))
    assert m.toll_saving("A", "B") == 0


def test_back_again():
    m = make(("A", "B", 10, 5))
    assert m.cheapest("B", "A").tolls == 5
