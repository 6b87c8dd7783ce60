"""Price parcel shipments from weight, size, zone and service level."""
import bisect
from dataclasses import dataclass
from decimal import Decimal, ROUND_HALF_UP

# Upper limit of each weight band in kilograms.
BAND_LIMITS = [Decimal("1"), Decimal("5"), Decimal("10"), Decimal("30")]

BAND_PRICES = {
    "domestic": [Decimal("4.20"), Decimal("6.90"), Decimal("9.50"), Decimal("17.00")],
    "europe": [Decimal("9.80"), Decimal("14.50"), Decimal("21.00"), Decimal("39.00")],
    "world": [Decimal("18.00"), Decimal("33.00"), Decimal("52.00"), Decimal("110.00")],
}

EXPRESS_FACTOR = Decimal("1.5")
INSURANCE_FREE_LIMIT = Decimal("50")
INSURANCE_RATE = Decimal("0.02")
VOLUMETRIC_DIVISOR = Decimal("5000")


class QuoteError(ValueError):
    """The shipment cannot be priced."""


@dataclass(frozen=True)
class Parcel:
    weight: Decimal
    length: int = 0
    width: int = 0
    height: int = 0
    value: Decimal = Decimal("0")

    @property
    def volumetric_weight(self):
        return Decimal(self.length * self.width * self.height) / VOLUMETRIC_DIVISOR

    @property
    def chargeable_weight(self):
        return max(self.weight, self.volumetric_weight)


def band_for(weight):
    """Index of the weight band; a band includes its upper limit."""
    if weight <= 0:
        raise QuoteError("weight must be positive")
    index = bisect.bisect(BAND_LIMITS, weight)
    if index == len(BAND_LIMITS):
        raise QuoteError(f"{weight} kg is over the {BAND_LIMITS[-1]} kg limit")
    return index


def insurance(value):
    excess = value - INSURANCE_FREE_LIMIT
    return excess * INSURANCE_RATE if excess > 0 else Decimal("0")


def quote(parcel, zone, express=False, insured=False):
    """Total price of one parcel, rounded to cents."""
    try:
        prices = BAND_PRICES[zone]
    except KeyError:
        raise QuoteError(f"unknown zone {zone!r}") from None
    total = prices[band_for(parcel.chargeable_weight)]
    if express:
        total *= EXPRESS_FACTOR
    if insured:
        total += insurance(parcel.value)
    return total.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def quote_consignment(parcels, zone, **options):
    """Total for several parcels; five or more get ten percent off."""
    total = sum((quote(p, zone, **options) for p in parcels), Decimal("0"))
    if len(parcels) >= 5:
        total *= Decimal("0.9")
    return total.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
