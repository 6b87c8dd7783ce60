"""Delivery tours: which van brings what, and in which order."""

import math
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Stop:
    name: str
    x: float
    y: float
    weight: float = 0.0
    urgent: bool = False


@dataclass
class Tour:
    van: str
    capacity: float
    stops: list = field(default_factory=list)

    @property
    def load(self):
        return sum(stop.weight for stop in self.stops)

    def has_room_for(self, stop):
        return self.load + stop.weight <= self.capacity


class CannotDeliver(Exception):
    pass


def distance(a, b):
    return math.hypot(a.x - b.x, a.y - b.y)


def length(depot, stops):
    """From the depot over all stops and back."""
    points = [depot, *stops, depot]
    return sum(distance(a, b) for a, b in zip(points, points[1:]))


def nearest_first(depot, stops):
    """An order of the stops: urgent ones first, then always the nearest of those that are left."""
    order = []
    here = depot
    for group in ([s for s in stops if s.urgent], [s for s in stops if not s.urgent]):
        left = list(group)
        while left:
            nearest = min(left, key=lambda stop: (distance(depot, stop), stop.name))
            left.remove(nearest)
            order.append(nearest)
            here = nearest
    return order


def load_vans(vans, stops):
    """Tours for vans ({name: capacity}); the heaviest goods are loaded first, into the fullest van with room."""
    tours = [Tour(name, capacity) for name, capacity in sorted(vans.items())]
    for stop in sorted(stops, key=lambda stop: (-stop.weight, stop.name)):
        fitting = [tour for tour in tours if tour.has_room_for(stop)]
        if not fitting:
            raise CannotDeliver(f"no van has room for {stop.name}")
        max(fitting, key=lambda tour: tour.load).stops.append(stop)
    return tours


def plan(depot, vans, stops):
    plans = []
    for tour in load_vans(vans, stops):
        if tour.stops:
            tour.stops = nearest_first(depot, tour.stops)
            plans.append(tour)
    return plans


def sheet(depot, tours):
    rows = []
    for tour in tours:
        names = " > ".join(stop.name + ("!" if stop.urgent else "") for stop in tour.stops)
        rows.append(f"{tour.van}: {names} ({length(depot, tour.stops):.1f} km, {tour.load:g} kg)")
    return rows
