"""Bus tickets by zones: which zones a trip needs and what it costs."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Stop:
    """A stop in one zone or, on a border, in several (the main zone first)."""

    name: str
    zones: tuple

    @property
    def on_border(self):
        return len(self.zones) > 1


class Line:
    def __init__(self, number, stops):
        self.number = number
        self.stops = list(stops)
        self._index = {stop.name: i for i, stop in enumerate(self.stops)}

    def ride(self, origin, destination):
        """The stops from origin to destination, both included, in travel order."""
        if origin == destination:
            raise ValueError("a ride needs two different stops")
        a, b = self._index[origin], self._index[destination]
        if a < b:
            return self.stops[a:b + 1]
        return self.stops[b:a + 1][::-1]


def zones_of_ride(stops):
    """Zones passed, in order of entering. A border stop doesn't force a change of zone."""
    current = _starting_zone(stops)
    passed = [current]
    for stop in stops[1:]:
        if stop.zones[0] != current:
            current = stop.zones[0]
            if current not in passed:
                passed.append(current)
    return passed


def _starting_zone(stops):
    """At a border the passenger starts in the zone that the next stop shares, if any."""
    first = stops[0]
    for zone in first.zones:
        if zone in stops[1].zones:
            return zone
    return first.zones[0]


class Tariff:
    """Prices in cents by number of zones; the last price holds for any more zones."""

    def __init__(self, prices, reductions=None):
        if not prices:
            raise ValueError("no prices")
        self.prices = list(prices)
        self.reductions = {"adult": 0, **(reductions or {})}

    def price(self, zones, category="adult"):
        full = self.prices[min(zones, len(self.prices)) - 1]
        percent = self.reductions[category]
        return _to_five(full * (100 - percent) / 100)

    def group_price(self, zones, passengers):
        """`passengers` maps a category to a number of people."""
        return sum(self.price(zones, cat) * n for cat, n in passengers.items())


def _to_five(cents):
    """Up to the next five cents."""
    return int(-(-cents // 5) * 5)


class Network:
    def __init__(self, tariff):
        self.tariff = tariff
        self.lines = {}

    def add(self, line):
        self.lines[line.number] = line

    def trip_zones(self, legs):
        """All zones of a trip of several legs (line, origin, destination)."""
        zones = []
        for number, origin, destination in legs:
            for zone in zones_of_ride(self.lines[number].ride(origin, destination)):
                if zone not in zones:
                    zones.append(zone)
        return zones

    def fare(self, legs, category="adult"):
        return self.tariff.price(len(self.trip_zones(legs)), category)

    def extension(self, owned, legs, category="adult"):
        """Price of the zones that a pass for the `owned` zones lacks."""
        extra = [zone for zone in self.trip_zones(legs) if zone not in owned]
        return self.tariff.price(len(extra), category) if extra else 0
