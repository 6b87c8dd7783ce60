"""Ticket office of a small ferry line: sailings, bookings, fares."""
from dataclasses import dataclass, field

ADULT_FARE = 1200
CHILD_FARE = 500
FARE_PER_METRE = 900
RETURN_DISCOUNT = 10  # percent, on the return leg


class FullError(Exception):
    """The sailing has no room for the party."""


@dataclass
class Booking:
    number: int
    name: str
    sailing: str
    adults: int
    children: int = 0
    metres: int = 0

    @property
    def people(self):
        return self.adults + self.children


@dataclass
class Sailing:
    code: str
    seats: int
    deck: int
    bookings: dict = field(default_factory=dict)

    @property
    def seats_left(self):
        return self.seats - sum(b.people for b in self.bookings.values())

    @property
    def deck_left(self):
        return self.deck - sum(b.metres for b in self.bookings.values())

    def has_room(self, people, metres):
        return people <= self.seats_left and metres <= self.deck_left


def fare(adults, children=0, metres=0, return_leg=False):
    """Price in cents; children without an adult pay the adult fare."""
    if adults == 0:
        adults, children = children, 0
    total = adults * ADULT_FARE + children * CHILD_FARE + metres * FARE_PER_METRE
    if return_leg:
        total -= total * RETURN_DISCOUNT // 100
    return total


class TicketOffice:
    def __init__(self):
        self.sailings = {}
        self.bookings = {}
        self._next = 1

    def add_sailing(self, code, seats, deck=0):
        if code in self.sailings:
            raise ValueError(f"sailing {code} exists")
        self.sailings[code] = Sailing(code, seats, deck)

    def book(self, code, name, adults, children=0, metres=0):
        if adults + children < 1:
            raise ValueError("nobody travels")
        sailing = self.sailings[code]
        if not sailing.has_room(adults + children, metres):
            raise FullError(code)
        booking = Booking(self._next, name, code, adults, children, metres)
        self._next += 1
        self.bookings[booking.number] = booking
        sailing.bookings[booking.number] = booking
        return booking.number

    def cancel(self, number):
        booking = self.bookings.pop(number)
        del self.sailings[booking.sailing].bookings[number]
        return booking

    def rebook(self, number, code):
        """Move a booking to another sailing; nothing changes if that is full."""
        booking = self.bookings[number]
        if booking.sailing == code:
            return
        target = self.sailings[code]
        if not target.has_room(booking.people, booking.metres):
            raise FullError(code)
        target.bookings[number] = booking
        booking.sailing = code

    def manifest(self, code):
        """Lines 'name: people' of a sailing in order of name."""
        found = self.sailings[code].bookings.values()
        return [f"{b.name}: {b.people}" for b in sorted(found, key=lambda b: (b.name, b.number))]

    def revenue(self):
        return sum(fare(b.adults, b.children, b.metres) for b in self.bookings.values())
