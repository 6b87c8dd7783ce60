"""Berths of a small tidal harbour and their bookings."""
from dataclasses import dataclass, field

MARGIN = 50  # centimetres of water under the keel
TURNAROUND = 15  # minutes between two ships


class BookingError(Exception):
    """The berth can't be booked like that."""


@dataclass(frozen=True)
class Ship:
    name: str
    length: int
    draught: int


@dataclass(frozen=True)
class Booking:
    ship: Ship
    start: int
    end: int


@dataclass
class Berth:
    name: str
    length: int
    depth: int
    bookings: list = field(default_factory=list)

    def is_free(self, start, end):
        return all(
            end + TURNAROUND <= booking.start or booking.end + TURNAROUND <= start
            for booking in self.bookings
        )


class Harbour:
    def __init__(self, tides):
        self.tides = tides
        self._berths = {}

    def add_berth(self, name, length, depth):
        self._berths[name] = Berth(name, length, depth)

    def suits(self, berth, ship, start, end):
        """Is the berth long and deep enough for the whole stay?"""
        if ship.length > berth.length:
            return False
        water = berth.depth + self.tides.lowest(start, end)
        return water >= ship.draught + MARGIN

    def options(self, ship, start, end):
        """Names of the berths that could take the ship, the shortest first."""
        self._check_times(start, end)
        found = [
            berth
            for berth in self._berths.values()
            if berth.is_free(start, end) and self.suits(berth, ship, start, end)
        ]
        return [berth.name for berth in sorted(found, key=lambda b: (b.length, b.name))]

    def book(self, ship, start, end):
        """Book the best berth and return its name."""
        if any(b.ship == ship for berth in self._berths.values() for b in berth.bookings):
            raise BookingError(f"{ship.name} has a berth already")
        options = self.options(ship, start, end)
        if not options:
            raise BookingError(f"no berth for {ship.name}")
        berth = self._berths[options[0]]
        berth.bookings.append(Booking(ship, start, end))
        berth.bookings.sort(key=lambda b: b.start)
        return berth.name

    def cancel(self, ship):
        for berth in self._berths.values():
            for booking in berth.bookings:
                if booking.ship == ship:
                    berth.bookings.remove(booking)
                    return
        raise BookingError(f"{ship.name} has no berth")

    def plan(self):
        """{berth name: [(start, end, ship name), ...]}"""
        return {
            berth.name: [(b.start, b.end, b.ship.name) for b in berth.bookings]
            for berth in self._berths.values()
        }

    def _check_times(self, start, end):
        if start >= end:
            raise BookingError("a stay must have a length")
        if not self.tides.covers(start, end):
            raise BookingError("no tides known for that time")
