from zone_fares import Line, Network, Stop, Tariff, zones_of_ride


def ride(*zones):
    return [Stop(str(i), tuple(z)) for i, z in enumerate(zones)]


def test_border_with_main_zone_ahead():
    assert zones_of_ride(ride("A", "BA", "A", "CA")) == ["A"]


def test_border_with_main_zone_here():
    assert zones_of_ride(ride("A", "AB", "A")) == ["A"]


def test_border_then_beyond():
    assert zones_of_ride(ride("A", "BA", "B")) == ["A", "B"]
    assert zones_of_ride(ride("A", "AB", "B")) == ["A", "B"]


def test_staying_in_the_other_zone():
    assert zones_of_ride(ride("B", "AB", "B")) == ["B"]


def test_three_zone_border():
    assert zones_of_ride(ride("C", "ABC", "C")) == ["C"]
    assert zones_of_ride(ride("C", "ABC", "D")) == ["C", "D"]


def test_entering_at_a_foreign_border():
    assert zones_of_ride(ride("A", "BC")) == ["A", "B"]


def test_reentered_zone_counts_once():
    assert zones_of_ride(ride("A", "B", "A")) == ["A", "B"]
    assert zones_of_ride(ride("A", "B", "AB", "B", "A")) == ["A", "B"]


def test_border_to_border():
    assert zones_of_ride(ride("AB", "BA")) == ["A"]
    assert zones_of_ride(ride("AB", "BC")) == ["B"]
    assert zones_of_ride(ride("AB", "CB", "C")) == ["B", "C"]


def net():
    n = Network(Tariff([100, 150], {"child": 50}))
    n.add(Line(1, [Stop("a", ("A",)), Stop("b", ("B", "A")), Stop("c", ("A",)), Stop("d", ("C",))]))
    return n


def test_fares():
    assert net().fare([(1, "a", "c")]) == 100
    assert net().fare([(1, "c", "a")], "child") == 50
    assert net().fare([(1, "a", "d")]) == 150


def test_extension():
    assert net().extension({"A"}, [(1, "a", "c")]) == 0
    assert net().extension({"A"}, [(1, "a", "d")]) == 100


def test_many_zones_use_last_price():
    assert Tariff([100, 150]).price(7) == 150
