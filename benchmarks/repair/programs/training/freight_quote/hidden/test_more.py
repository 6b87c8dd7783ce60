from decimal import Decimal as D

import pytest

from freight_quote import Parcel, QuoteError, band_for, quote, quote_consignment


@pytest.mark.parametrize("weight, band", [("1", 0), ("5", 1), ("10", 2), ("30", 3)])
def test_limits_belong_to_lower_band(weight, band):
    assert band_for(D(weight)) == band


@pytest.mark.parametrize("weight, band", [("0.01", 0), ("1.001", 1), ("5.01", 2), ("10.5", 3), ("29.99", 3)])
def test_band_interior(weight, band):
    assert band_for(D(weight)) == band


@pytest.mark.parametrize("weight", ["30.001", "31", "200"])
def test_over_the_limit_rejected(weight):
    with pytest.raises(QuoteError):
        band_for(D(weight))


@pytest.mark.parametrize("weight", ["0", "-2"])
def test_non_positive_rejected(weight):
    with pytest.raises(QuoteError):
        band_for(D(weight))


def test_volumetric_weight_on_limit():
    assert quote(Parcel(D("2"), 50, 50, 20), "europe") == D("21.00")


def test_consignment_of_one_kilo_boxes():
    assert quote_consignment([Parcel(D("1"))] * 4, "world") == D("72.00")
    assert quote_consignment([Parcel(D("1"))] * 6, "world") == D("97.20")
