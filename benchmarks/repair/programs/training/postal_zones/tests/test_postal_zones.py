import pytest

from postal_zones import NoRate, Parcel, PostOffice, parse_table


@pytest.fixture
def office():
    return PostOffice()


def test_bands(office):
    assert office.quote(Parcel(300), "de") == 450
    assert office.quote(Parcel(1000), "DE ") == 450
    assert office.quote(Parcel(1001), "de") == 550


def test_zones(office):
    assert office.quote(Parcel(1500), "fr") == 1200
    assert office.quote(Parcel(1500), "jp") == 2900


def test_above_last_band(office):
    assert office.quote(Parcel(5200), "de") == 900
    assert office.quote(Parcel(6300), "de") == 1050


def test_whole_kilos_above(office):
    assert office.quote(Parcel(6000), "de") == 900
    assert office.quote(Parcel(4000), "us") == 4500


def test_volume(office):
    assert Parcel(500, (30, 20, 10)).billed_grams == 1200
    assert office.quote(Parcel(500, (30, 20, 10)), "de") == 550


def test_bulky(office):
    assert office.quote(Parcel(500, (130, 1, 1)), "de") == 950


def test_insurance(office):
    assert office.insurance(50000) == 0
    assert office.insurance(50001) == 100
    assert office.insurance(60000) == 100
    assert office.quote(Parcel(500, value=75000), "de") == 750


def test_too_heavy(office):
    with pytest.raises(NoRate):
        office.quote(Parcel(31501), "de")


def test_parse_table():
    rates = parse_table("x 10 200:2 100:1 # comment\n\n")
    assert rates["x"].bands == ((100, 1), (200, 2))
    assert rates["x"].extra_per_kg == 10
