from decimal import Decimal as D

import pytest

from freight_quote import Parcel, QuoteError, quote, quote_consignment


def test_light_domestic_parcel():
    assert quote(Parcel(D("0.4")), "domestic") == D("4.20")


def test_middle_band_europe():
    assert quote(Parcel(D("3.2")), "europe") == D("14.50")


def test_five_kilos_is_still_the_five_kilo_band():
    assert quote(Parcel(D("5")), "domestic") == D("6.90")


def test_heaviest_allowed_parcel():
    assert quote(Parcel(D("30")), "world") == D("110.00")


def test_too_heavy():
    with pytest.raises(QuoteError):
        quote(Parcel(D("30.1")), "domestic")


def test_volume_counts_when_bigger():
    parcel = Parcel(D("1.5"), 40, 40, 20)
    assert parcel.chargeable_weight == D("6.4")
    assert quote(parcel, "domestic") == D("9.50")


def test_express_and_insurance():
    parcel = Parcel(D("2"), value=D("150"))
    assert quote(parcel, "domestic", express=True, insured=True) == D("12.35")


def test_unknown_zone():
    with pytest.raises(QuoteError):
        quote(Parcel(D("1.5")), "moon")


def test_bulk_discount():
    parcels = [Parcel(D("0.5"))] * 5
    assert quote_consignment(parcels, "domestic") == D("18.90")
