"""Room bookings: availability, prices, cancellation."""

import itertools
from dataclasses import dataclass
from datetime import date, timedelta

WEEKEND = (4, 5)  # the nights from Friday and from Saturday
WEEKEND_SURCHARGE = 25


class NoRoom(Exception):
    pass


@dataclass(frozen=True)
class Booking:
    number: int
    room: int
    guest: str
    arrival: date
    departure: date

    @property
    def nights(self):
        count = (self.departure - self.arrival).days
        return [self.arrival + timedelta(days=n) for n in range(count)]

    def overlaps(self, arrival, departure):
        return self.arrival <= departure and arrival <= self.departure


class Hotel:
    def __init__(self, rooms):
        self.rooms = dict(rooms)  # number: price of a night
        self.bookings = {}
        self._numbers = itertools.count(1)

    def is_free(self, room, arrival, departure):
        return not any(b.room == room and b.overlaps(arrival, departure) for b in self.bookings.values())

    def free_rooms(self, arrival, departure):
        """Numbers of the free rooms, the cheapest first."""
        free = [room for room in self.rooms if self.is_free(room, arrival, departure)]
        return sorted(free, key=lambda room: (self.rooms[room], room))

    def book(self, guest, arrival, departure, room=None):
        if departure <= arrival:
            raise ValueError("a stay has one night at least")
        free = self.free_rooms(arrival, departure)
        if room is None and free:
            room = free[0]
        if room not in free:
            raise NoRoom(f"no room for {guest} from {arrival}")
        booking = Booking(next(self._numbers), room, guest, arrival, departure)
        self.bookings[booking.number] = booking
        return booking

    def cancel(self, number):
        return self.bookings.pop(number)

    def price(self, booking):
        base = self.rooms[booking.room]
        return sum(base + (WEEKEND_SURCHARGE if night.weekday() in WEEKEND else 0) for night in booking.nights)

    def occupancy(self, day):
        taken = [b for b in self.bookings.values() if day in b.nights]
        return len(taken) / len(self.rooms)
