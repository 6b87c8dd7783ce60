"""Shipping costs of parcels by zone and weight. Grams, centimetres and cents."""
from dataclasses import dataclass, field

BULKY_GIRTH = 300
MAX_GIRTH = 420
VOLUME_FACTOR = 5          # cubic centimetres that count as one gram


class NotShippable(Exception):
    pass


@dataclass(frozen=True)
class Parcel:
    grams: int
    length: int
    width: int
    height: int

    @property
    def girth(self):
        """Longest side plus the circumference around the other two."""
        longest, *others = sorted((self.length, self.width, self.height))
        return longest + 2 * sum(others)

    @property
    def billable_grams(self):
        volume = self.length * self.width * self.height
        return max(self.grams, -(-volume // VOLUME_FACTOR))


@dataclass
class Zone:
    name: str
    bands: list                      # (up to this many grams, cents)
    extra_per_kg: int = 0
    prefixes: list = field(default_factory=list)

    def base_price(self, grams):
        """Price of the band; each started kilogram beyond the last costs extra."""
        for limit, cents in self.bands:
            if grams <= limit:
                return cents
        limit, cents = self.bands[-1]
        return cents + self.extra_per_kg * -(-(grams - limit) // 1000)


class Tariff:
    def __init__(self, bulky_fee=1500, free_from=None):
        self.bulky_fee = bulky_fee
        self.free_from = free_from
        self._zones = {}

    def add_zone(self, zone):
        if not zone.bands:
            raise ValueError("zone without bands")
        zone.bands.sort()
        for prefix in zone.prefixes:
            self._zones[self._clean(prefix)] = zone

    @staticmethod
    def _clean(postcode):
        return postcode.replace(" ", "").upper()

    def zone_of(self, postcode):
        """The zone with the longest prefix of the postcode."""
        code = self._clean(postcode)
        for length in range(len(code), 0, -1):
            if code[:length] in self._zones:
                return self._zones[code[:length]]
        raise NotShippable(f"no zone for {postcode}")

    def price(self, parcel, postcode):
        """Price of one parcel."""
        if parcel.girth > MAX_GIRTH:
            raise NotShippable("parcel too large")
        cents = self.zone_of(postcode).base_price(parcel.billable_grams)
        if parcel.girth > BULKY_GIRTH:
            cents += self.bulky_fee
        return cents

    def quote(self, parcels, postcode, goods_value=0):
        """Price of a shipment. From `free_from` on, only the bulky fees are charged."""
        total = sum(self.price(parcel, postcode) for parcel in parcels)
        if self.free_from is not None and goods_value >= self.free_from:
            bulky = [parcel for parcel in parcels if parcel.girth > BULKY_GIRTH]
            return len(bulky) * self.bulky_fee
        return total

    def cheapest_order(self, parcels, postcode):
        """The parcels, cheapest first; equal prices by weight."""
        return sorted(parcels, key=lambda p: (self.price(p, postcode), p.grams))
