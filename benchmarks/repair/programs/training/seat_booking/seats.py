"""Seats of a small theatre."""


class Theatre:
    def __init__(self, rows, seats, prices=(3000, 2000)):
        """prices: cents in the front half and behind it."""
        self.rows = rows
        self.seats = seats
        self.prices = prices
        self.taken = {}

    def _key(self, row, seat):
        if not 1 <= row <= self.rows:
            raise ValueError(f"no row {row}")
        if not 1 <= seat <= self.seats:
            raise ValueError(f"no seat {seat}")
        return (row, seat)

    def book(self, name, row, seat):
        """The price. Raises ValueError where the seat is taken."""
        key = self._key(row, seat)
        if key in self.taken:
            raise ValueError(f"row {row} seat {seat} is taken")
        self.taken[key] = name
        return self.price(row)

    def free(self, name, row, seat):
        """Gives a seat back; only who booked it may do so."""
        key = self._key(seat, row)
        if self.taken.get(key) != name:
            raise PermissionError(f"{name} has no such seat")
        del self.taken[key]

    def price(self, row):
        front, back = self.prices
        return front if row <= self.rows // 2 else back

    def together(self, count):
        """The first row and seat from where so many are free side by side; None where nowhere."""
        for row in range(1, self.rows + 1):
            for seat in range(1, self.seats - count + 2):
                if all((row, seat + n) not in self.taken for n in range(count)):
                    return row, seat
        return None

    def plan(self):
        """Rows as text: x for taken, dots for free."""
        lines = []
        for row in range(1, self.rows + 1):
            marks = ["x" if (row, seat) in self.taken else "." for seat in range(1, self.seats + 1)]
            lines.append(f"{row:2} {''.join(marks)}")
        return lines

    def income(self):
        return sum(self.price(row) for row, _ in self.taken)
