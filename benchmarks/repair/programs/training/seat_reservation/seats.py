"""The hall: rows of seats, each row of one category."""
from dataclasses import dataclass, field


@dataclass
class Row:
    name: str
    category: str
    size: int
    taken: dict = field(default_factory=dict)

    def free(self):
        return [n for n in range(1, self.size + 1) if n not in self.taken]

    def block(self, count):
        """The first `count` free seats side by side, or None."""
        run = []
        for number in self.free():
            if run and number != run[-1] + 1:
                run = []
            run.append(number)
            if len(run) == count:
                return run
        return None


class Hall:
    def __init__(self, rows):
        """`rows`: (name, category, size) from the stage to the back."""
        self.rows = [Row(*row) for row in rows]

    def in_category(self, category=None):
        """Rows of the category, or all of them."""
        return [row for row in self.rows if category is None or row.category == category]

    def row(self, name):
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    def free_seats(self, category=None):
        return sum(len(row.free()) for row in self.in_category(category))

    def side_by_side(self, count, category=None):
        for row in self.in_category(category):
            numbers = row.block(count)
            if numbers:
                return [(row.name, n) for n in numbers]
        return None

    def scattered(self, count, category=None):
        """Any free seats, from the front; None if there are too few."""
        seats = [(row.name, n) for row in self.in_category(category) for n in row.free()]
        return seats[:count] if len(seats) >= count else None
