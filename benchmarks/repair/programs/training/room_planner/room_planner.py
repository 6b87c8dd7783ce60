"""Booking of meeting rooms; times are minutes since midnight."""
from dataclasses import dataclass
from itertools import count

OPEN, CLOSE = 8 * 60, 18 * 60


class BookingError(Exception):
    pass


@dataclass
class Booking:
    number: int
    room: str
    start: int
    end: int
    title: str = ""

    def overlaps(self, start, end):
        return self.start < end and start < self.end

    @property
    def minutes(self):
        return self.end - self.start


def clock(minutes):
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


class RoomPlanner:
    def __init__(self, capacities):
        self.capacities = dict(capacities)
        self._bookings = {}
        self._numbers = count(1)

    def bookings(self, room=None):
        """Bookings in order of time, of one room or of all."""
        chosen = [b for b in self._bookings.values() if room in (None, b.room)]
        return sorted(chosen, key=lambda b: (b.start, b.room))

    def is_free(self, room, start, end, ignore=None):
        return not any(
            b.overlaps(start, end) for b in self.bookings(room) if b is not ignore
        )

    def book(self, room, start, end, title=""):
        self._check(room, start, end)
        if not self.is_free(room, start, end):
            raise BookingError(f"{room} is taken")
        booking = Booking(next(self._numbers), room, start, end, title)
        self._bookings[booking.number] = booking
        return booking.number

    def book_any(self, people, start, end, title=""):
        """Book the smallest free room that is large enough."""
        fitting = sorted(
            (size, room) for room, size in self.capacities.items() if size >= people
        )
        for _, room in fitting:
            if self.is_free(room, start, end):
                return self.book(room, start, end, title)
        raise BookingError(f"no room for {people} people")

    def cancel(self, number):
        if self._bookings.pop(number, None) is None:
            raise BookingError(f"no booking {number}")

    def extend(self, number, minutes):
        booking = self._get(number)
        end = booking.end + minutes
        self._check(booking.room, booking.start, end)
        if not self.is_free(booking.room, booking.start, end, ignore=booking):
            raise BookingError("the next meeting is too soon")
        booking.end = end

    def move(self, number, start, room=None):
        """Give a booking another start, and perhaps another room; its length stays."""
        booking = self._get(number)
        room = room or booking.room
        end = start + booking.minutes
        self._check(room, start, end)
        if not self.is_free(room, start, end):
            raise BookingError(f"{room} is taken")
        booking.room, booking.start, booking.end = room, start, end

    def gaps(self, room, at_least=1):
        """Free stretches of the day, as (start, end) pairs."""
        found = []
        cursor = OPEN
        for booking in self.bookings(room):
            if booking.start - cursor >= at_least:
                found.append((cursor, booking.start))
            cursor = booking.end
        if CLOSE - cursor >= at_least:
            found.append((cursor, CLOSE))
        return found

    def agenda(self, room):
        return [
            f"{clock(b.start)}-{clock(b.end)} {b.title}".rstrip()
            for b in self.bookings(room)
        ]

    def _get(self, number):
        try:
            return self._bookings[number]
        except KeyError:
            raise BookingError(f"no booking {number}") from None

    def _check(self, room, start, end):
        if room not in self.capacities:
            raise BookingError(f"no room {room}")
        if start >= end:
            raise BookingError("a meeting needs some time")
        if start < OPEN or end > CLOSE:
            raise BookingError("outside of the opening hours")
