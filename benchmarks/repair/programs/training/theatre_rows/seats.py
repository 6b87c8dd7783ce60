"""Seats of a small theatre."""


class BookingError(Exception):
    pass


class Theatre:
    def __init__(self, rows, seats):
        self.rows = rows
        self.seats = seats
        self.taken = {}

    def _check_seat(self, seat):
        if not 1 <= seat <= self.seats:
            raise BookingError(f"no seat {seat}")

    def book(self, row, seat, name):
        """Book a seat under a name."""
        self._check_seat(seat)
        if (row, seat) in self.taken:
            raise BookingError(f"seat {seat} in row {row} is taken")
        self.taken[row, seat] = name

    def free(self, row):
        return [seat for seat in range(1, self.seats + 1) if (row, seat) not in self.taken]
