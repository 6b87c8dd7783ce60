from itertools import permutations

import pytest

from parcel_rates import NotShippable, Parcel, Tariff, Zone


@pytest.fixture
def tariff():
    t = Tariff(bulky_fee=1000, free_from=10000)
    t.add_zone(Zone("home", [(1000, 400), (5000, 700)], 100, ["1", "2"]))
    t.add_zone(Zone("city", [(1000, 200)], 50, ["ab1"]))
    return t


@pytest.mark.parametrize("sides", list(permutations((40, 30, 20))))
def test_girth_any_order(sides):
    assert Parcel(1, *sides).girth == 140


def test_girth_pole():
    assert Parcel(1, 200, 5, 5).girth == 220
    assert Parcel(1, 5, 5, 200).girth == 220


def test_girth_two_long():
    assert Parcel(1, 10, 100, 100).girth == 320


def test_limit_of_bulky(tariff):
    # 26000 cm3 weigh 5200 g
    assert tariff.price(Parcel(900, 260, 10, 10), "1") == 800
    assert tariff.price(Parcel(900, 261, 10, 10), "1") == 1800
    assert tariff.quote([Parcel(900, 260, 10, 10)], "1", 10000) == 0
    assert tariff.quote([Parcel(900, 261, 10, 10)], "1", 10000) == 1000


def test_limit_of_size(tariff):
    assert tariff.quote([Parcel(900, 10, 380, 10)], "1", 10000) == 1000
    with pytest.raises(NotShippable):
        tariff.price(Parcel(900, 10, 381, 10), "1")


def test_lower_case_prefix(tariff):
    assert tariff.zone_of("Ab 1x").name == "city"


def test_billable_rounded_up():
    assert Parcel(1, 2, 2, 4).billable_grams == 4
    assert Parcel(10, 2, 2, 4).billable_grams == 10


def test_cheapest_order(tariff):
    a, b, c = Parcel(900, 5, 5, 5), Parcel(300, 5, 5, 5), Parcel(2000, 5, 5, 5)
    assert tariff.cheapest_order([c, a, b], "1") == [b, a, c]


def test_mixed_free_quote(tariff):
    parcels = [Parcel(900, 5, 5, 150), Parcel(900, 70, 70, 70), Parcel(900, 80, 60, 70)]
    assert tariff.quote(parcels, "2", 10001) == 2000


def test_no_bands():
    with pytest.raises(ValueError):
        Tariff().add_zone(Zone("x", [], 1, ["1"]))
