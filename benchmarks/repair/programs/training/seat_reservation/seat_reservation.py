"""Reservations of seats for groups."""
from dataclasses import dataclass

from seats import Hall


class SoldOut(Exception):
    """There aren't enough seats."""


@dataclass
class Reservation:
    number: int
    guest: str
    seats: list
    price: int

    def label(self):
        return ", ".join(f"{row}{n}" for row, n in self.seats)


class BoxOffice:
    GROUP_SIZE = 10

    def __init__(self, hall: Hall, prices):
        """`prices`: cents for a seat of each category."""
        self.hall = hall
        self.prices = dict(prices)
        self.reservations = {}
        self._next = 1

    def _price(self, seats):
        total = sum(self.prices[self.hall.row(row).category] for row, _ in seats)
        if len(seats) >= self.GROUP_SIZE:
            total = total * 9 // 10
        return total

    def reserve(self, guest, count, category=None, split=False):
        """Reserve `count` seats side by side; `split` allows to scatter the group."""
        if count < 1:
            raise ValueError("count must be positive")
        if category is not None and category not in self.prices:
            raise ValueError(f"unknown category {category}")
        seats = self.hall.side_by_side(count)
        if seats is None and split:
            seats = self.hall.scattered(count)
        if seats is None:
            raise SoldOut(f"no {count} seats")
        reservation = Reservation(self._next, guest, seats, self._price(seats))
        self._next += 1
        for row, number in seats:
            self.hall.row(row).taken[number] = reservation.number
        self.reservations[reservation.number] = reservation
        return reservation

    def cancel(self, number):
        reservation = self.reservations.pop(number)
        for row, seat in reservation.seats:
            del self.hall.row(row).taken[seat]
        return reservation.price

    def quote(self, count, category):
        """Price of seats side by side in the category, None if there are none."""
        seats = self.hall.side_by_side(count, category)
        return None if seats is None else self._price(seats)

    def revenue(self):
        return sum(r.price for r in self.reservations.values())

    def of_guest(self, guest):
        return [r.label() for r in self.reservations.values() if r.guest == guest]
