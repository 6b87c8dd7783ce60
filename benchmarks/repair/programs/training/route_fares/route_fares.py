"""Bus fares: routes with fare stages, rider discounts and a daily cap (cents)."""
from collections import defaultdict
from dataclasses import dataclass
from datetime import date

ROUND_TO = 5


@dataclass(frozen=True)
class Trip:
    day: date
    route: str
    start: str
    end: str


class Route:
    """`bands` are (stages, cents): the price for up to that many stages."""

    def __init__(self, name, stops, bands):
        self.name = name
        self.stops = list(stops)
        self.bands = sorted(bands)

    def stages(self, start, end):
        """Number of stages between two stops, None if one isn't on the route."""
        if start not in self.stops or end not in self.stops:
            return None
        return abs(self.stops.index(start) - self.stops.index(end))

    def price(self, start, end):
        stages = self.stages(start, end)
        if stages is None:
            return None
        if stages == 0:
            return 0
        for limit, cents in self.bands:
            if stages <= limit:
                return cents
        return self.bands[-1][1]


class FareTable:
    def __init__(self, cap=None):
        self.cap = cap
        self.routes = {}
        self.discounts = {"adult": 0}

    def add_route(self, name, stops, bands):
        if not bands:
            raise ValueError("a route needs a price")
        self.routes[name] = Route(name, stops, bands)

    def add_rider(self, kind, percent):
        self.discounts[kind] = percent

    def _reduced(self, cents, rider):
        """Discounted amount, rounded up to full coins."""
        exact = cents * (100 - self.discounts[rider])
        return -(-exact // (100 * ROUND_TO)) * ROUND_TO

    def fare(self, route, start, end, rider="adult"):
        cents = self.routes[route].price(start, end)
        if cents is None:
            raise LookupError(f"{route} doesn't go from {start} to {end}")
        return self._reduced(cents, rider)

    def cheapest(self, start, end, rider="adult"):
        """(cents, route) of the best direct ride, None if there is none."""
        offers = []
        for name, route in self.routes.items():
            cents = route.price(start, end)
            if cents is None:
                continue
            offers.append((self._reduced(cents, rider), name))
        return min(offers, default=None)

    def _per_day(self, trips, rider):
        per_day = defaultdict(int)
        for trip in trips:
            per_day[trip.day] += self.fare(trip.route, trip.start, trip.end, rider)
        return per_day

    def bill(self, trips, rider="adult"):
        """What a rider owes for a list of trips."""
        per_day = self._per_day(trips, rider)
        total = sum(per_day.values())
        if self.cap is None:
            return total
        return min(total, self._reduced(self.cap, rider))

    def busiest_day(self, trips, rider="adult"):
        """The day with the highest fares before the cap, the earliest of several."""
        per_day = self._per_day(trips, rider)
        if not per_day:
            return None
        return min(per_day, key=lambda day: (-per_day[day], day))

    def table(self, route, rider="adult"):
        """Rows of fares from each stop to all the stops of a route."""
        stops = self.routes[route].stops
        return [[self.fare(route, a, b, rider) for b in stops] for a in stops]
