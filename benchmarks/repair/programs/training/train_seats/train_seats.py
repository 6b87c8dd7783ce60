"""Seat reservations on one train, by leg of the journey."""
from dataclasses import dataclass


class BookingError(Exception):
    """A booking can't be made or found."""


@dataclass(frozen=True)
class Booking:
    number: int
    passenger: str
    seat: str
    start: int
    end: int

    def overlaps(self, start, end):
        return self.start < end and start < self.end


@dataclass(frozen=True)
class Request:
    passenger: str
    start: int
    end: int


class Train:
    """A seat may be sold several times if the journeys don't overlap."""

    def __init__(self, stops, seats):
        self.stops = list(stops)
        self.seats = list(seats)
        self.bookings = {}
        self.waiting = []
        self._next = 1

    def _leg(self, origin, destination):
        try:
            start, end = self.stops.index(origin), self.stops.index(destination)
        except ValueError:
            raise BookingError("unknown stop") from None
        if start >= end:
            raise BookingError("wrong direction")
        return start, end

    def _is_free(self, seat, start, end):
        return not any(
            b.seat == seat and b.overlaps(start, end) for b in self.bookings.values()
        )

    def _find_seat(self, start, end):
        for seat in self.seats:
            if self._is_free(seat, start, end):
                return seat
        return None

    def _store(self, passenger, seat, start, end):
        booking = Booking(self._next, passenger, seat, start, end)
        self._next += 1
        self.bookings[booking.number] = booking
        return booking

    def free_seats(self, origin, destination):
        start, end = self._leg(origin, destination)
        return [seat for seat in self.seats if self._is_free(seat, start, end)]

    def book(self, passenger, origin, destination, seat=None):
        """Book the wanted seat or the first free one.

        Without a wanted seat, a passenger is put on the waiting list when the train
        is full, and None is returned.
        """
        start, end = self._leg(origin, destination)
        if seat is not None:
            if seat not in self.seats or not self._is_free(seat, start, end):
                raise BookingError("seat not available")
        else:
            seat = self._find_seat(start, end)
            if seat is None:
                self.waiting.append(Request(passenger, start, end))
                return None
        return self._store(passenger, seat, start, end)

    def cancel(self, number):
        """Cancel a booking; returns the bookings of those who now get a seat."""
        if number not in self.bookings:
            raise BookingError("unknown booking")
        del self.bookings[number]
        return self._promote()

    def _promote(self):
        promoted = []
        for request in self.waiting:
            seat = self._find_seat(request.start, request.end)
            if seat is None:
                continue
            self.waiting.remove(request)
            promoted.append(
                self._store(request.passenger, seat, request.start, request.end)
            )
        return promoted

    def passengers_leaving(self, stop):
        at = self.stops.index(stop)
        return sorted(b.passenger for b in self.bookings.values() if b.end == at)
