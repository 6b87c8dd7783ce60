"""A rate table for parcels: zones, weight bands, surcharges (money in cents)."""
from dataclasses import dataclass

VOLUME_DIVISOR = 5  # cubic centimetres per gram
TABLE = """
# zone  extra/kg  bands (grams:price)
domestic  150  1000:450  2000:550  5000:750
europe    300  1000:900  2000:1200 5000:1900
world     800  1000:1800 2000:2900
"""
ZONES = {"de": "domestic", "at": "europe", "fr": "europe", "it": "europe"}


class NoRate(LookupError):
    """The parcel can't be sent."""


@dataclass(frozen=True)
class ZoneRate:
    name: str
    extra_per_kg: int
    bands: tuple

    def price(self, grams):
        """Each band holds up to its limit; every kg begun above the last costs extra."""
        if grams <= 0:
            raise ValueError("weight must be positive")
        for limit, price in self.bands:
            if grams <= limit:
                return price
        limit, price = self.bands[-1]
        extra_kg = (grams - limit) // 1000 + 1
        return price + extra_kg * self.extra_per_kg


@dataclass(frozen=True)
class Parcel:
    grams: int
    size: tuple = (0, 0, 0)
    value: int = 0

    @property
    def billed_grams(self):
        """The higher of the real weight and the weight by volume."""
        length, width, height = self.size
        return max(self.grams, length * width * height // VOLUME_DIVISOR)

    @property
    def bulky(self):
        return max(self.size) > 120


def parse_table(text):
    """Dict of zone name to ZoneRate."""
    rates = {}
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        name, extra, *bands = line.split()
        pairs = sorted(tuple(int(n) for n in band.split(":")) for band in bands)
        rates[name] = ZoneRate(name, int(extra), tuple(pairs))
    return rates


class PostOffice:
    BULKY_FEE = 500
    FREE_COVER = 50000
    COVER_STEP = 10000
    COVER_FEE = 100
    MAX_GRAMS = 31500

    def __init__(self, table=TABLE, zones=None):
        self.rates = parse_table(table)
        self.zones = ZONES if zones is None else zones

    def zone_of(self, country):
        return self.zones.get(country.strip().lower(), "world")

    def insurance(self, value):
        """Nothing up to the free cover, then a fee for each step begun."""
        if value <= self.FREE_COVER:
            return 0
        return -(-(value - self.FREE_COVER) // self.COVER_STEP) * self.COVER_FEE

    def quote(self, parcel, country):
        if parcel.grams > self.MAX_GRAMS:
            raise NoRate("too heavy")
        total = self.rates[self.zone_of(country)].price(parcel.billed_grams)
        if parcel.bulky:
            total += self.BULKY_FEE
        return total + self.insurance(parcel.value)

    def cheapest_split(self, grams, country):
        """Lowest price of sending the weight as one parcel or as two equal ones."""
        half = -(-grams // 2)
        return min(self.quote(Parcel(grams), country), 2 * self.quote(Parcel(half), country))
