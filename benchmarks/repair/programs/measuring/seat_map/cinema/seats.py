"""Seats of a hall. A plan is text: one line per row, `.` a free seat, `x` a taken one, blank an aisle."""

from string import ascii_uppercase


class SeatError(Exception):
    pass


class Row:
    def __init__(self, letter, plan):
        self.letter = letter
        self.plan = list(plan)

    def numbers(self):
        """Column of each seat, by seat number from 1; aisles have none."""
        return [column for column, mark in enumerate(self.plan) if mark != " "]

    def is_free(self, columns):
        return all(self.plan[column] == "." for column in columns)

    def blocks(self, count):
        """Seat numbers of every free block of neighbours that no aisle divides."""
        columns = self.numbers()
        for first in range(len(columns) - count):
            block = columns[first:first + count]
            if block[-1] - block[0] == count - 1 and self.is_free(block):
                yield list(range(first + 1, first + 1 + count))

    def take(self, number):
        columns = self.numbers()
        if not 1 <= number <= len(columns):
            raise SeatError(f"there is no seat {self.letter}{number}")
        column = columns[number - 1]
        if self.plan[column] != ".":
            raise SeatError(f"{self.letter}{number} is taken")
        self.plan[column] = "x"

    def release(self, number):
        self.plan[self.numbers()[number - 1]] = "."


class Hall:
    def __init__(self, text):
        lines = [line for line in text.splitlines() if line.strip()]
        self.rows = {letter: Row(letter, line) for letter, line in zip(ascii_uppercase, lines)}

    def free(self):
        return sum(row.plan.count(".") for row in self.rows.values())

    def best(self, count):
        """The block closest to the middle of its row, the back rows first; None where there is no block."""
        best, best_distance = None, None
        for letter in sorted(self.rows, reverse=True):
            row = self.rows[letter]
            middle = (len(row.numbers()) + 1) / 2
            for block in row.blocks(count):
                distance = abs(sum(block) / count - middle)
                if best is None or distance < best_distance:
                    best, best_distance = [(letter, number) for number in block], distance
        return best

    def reserve(self, count):
        seats = self.best(count)
        if seats is None:
            raise SeatError(f"no {count} seats together")
        for letter, number in seats:
            self.rows[letter].take(number)
        return [f"{letter}{number}" for letter, number in seats]

    def __str__(self):
        return "\n".join(f"{letter} {''.join(row.plan)}" for letter, row in self.rows.items())
