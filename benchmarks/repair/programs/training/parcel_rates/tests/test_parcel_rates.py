import pytest

from parcel_rates import NotShippable, Parcel, Tariff, Zone


@pytest.fixture
def tariff():
    t = Tariff(bulky_fee=1000, free_from=10000)
    t.add_zone(Zone("home", [(5000, 700), (1000, 400)], 100, ["1", "2"]))
    t.add_zone(Zone("island", [(1000, 900)], 300, ["18"]))
    return t


def test_bands(tariff):
    assert tariff.price(Parcel(1000, 10, 10, 10), "10115") == 400
    assert tariff.price(Parcel(1001, 10, 10, 10), "10115") == 700


def test_extra_kilograms(tariff):
    assert tariff.price(Parcel(5001, 10, 10, 10), "20095") == 800


def test_volume_counts(tariff):
    assert Parcel(200, 30, 20, 10).billable_grams == 1200
    assert tariff.price(Parcel(200, 30, 20, 10), "20095") == 700


def test_longest_prefix(tariff):
    assert tariff.zone_of("18 565").name == "island"
    assert tariff.zone_of("17033").name == "home"
    with pytest.raises(NotShippable):
        tariff.zone_of("99999")


def test_girth():
    assert Parcel(100, 60, 20, 10).girth == 120
    assert Parcel(100, 50, 50, 50).girth == 250


def test_pole_is_not_bulky(tariff):
    assert tariff.price(Parcel(900, 5, 150, 5), "10115") == 400


def test_too_large(tariff):
    with pytest.raises(NotShippable):
        tariff.price(Parcel(900, 120, 100, 90), "10115")


def test_bulky(tariff):
    assert tariff.quote([Parcel(900, 70, 70, 70)], "10115", 20000) == 1000


def test_quote(tariff):
    assert tariff.quote([Parcel(900, 5, 5, 5), Parcel(900, 5, 5, 5)], "10115") == 800
    assert tariff.quote([Parcel(900, 5, 5, 5)], "10115", 10000) == 0
