"""Numbers the entries of a crossword grid and prints the clue sheet."""
from dataclasses import dataclass

BLOCK = "#"
BLANK = "."
STEPS = {"across": (0, 1), "down": (1, 0)}


@dataclass(frozen=True)
class Entry:
    number: int
    direction: str
    row: int
    col: int
    length: int

    def cells(self):
        d_row, d_col = STEPS[self.direction]
        return [(self.row + i * d_row, self.col + i * d_col) for i in range(self.length)]


class Grid:
    """A grid is written as lines of `.` (open), `#` (block) and letters."""

    def __init__(self, text):
        self.rows = [list(line.strip().upper()) for line in text.split()]
        if not self.rows:
            raise ValueError("empty grid")
        self.height = len(self.rows)
        self.width = len(self.rows[0])
        if any(len(row) != self.width for row in self.rows):
            raise ValueError("lines differ in length")
        self.entries = self._number()

    def is_open(self, row, col):
        inside = row < self.height and col < self.width
        return inside and self.rows[row][col] != BLOCK

    def _run_length(self, row, col, direction):
        d_row, d_col = STEPS[direction]
        length = 0
        while self.is_open(row, col):
            length += 1
            row, col = row + d_row, col + d_col
        return length

    def _starts(self, row, col):
        """The directions in which an entry of two cells or more starts here."""
        if not self.is_open(row, col):
            return []
        return [direction for direction, (d_row, d_col) in STEPS.items()
                if not self.is_open(row - d_row, col - d_col)
                and self.is_open(row + d_row, col + d_col)]

    def _number(self):
        entries, number = {}, 0
        for row in range(self.height):
            for col in range(self.width):
                directions = self._starts(row, col)
                if directions:
                    number += 1
                for direction in directions:
                    length = self._run_length(row, col, direction)
                    entries[number, direction] = Entry(number, direction, row, col, length)
        return entries

    def numbers(self, direction):
        return sorted(number for number, way in self.entries if way == direction)

    def pattern(self, number, direction):
        """The letters filled in so far, e.g. `C.T`."""
        return "".join(self.rows[row][col] for row, col in self.entries[number, direction].cells())

    def fill(self, number, direction, word):
        entry = self.entries[number, direction]
        word = word.replace(" ", "").upper()
        if len(word) != entry.length:
            raise ValueError(f"{word} doesn't fit")
        for (row, col), letter in zip(entry.cells(), word):
            if self.rows[row][col] not in (BLANK, letter):
                raise ValueError(f"{word} clashes at {row},{col}")
        for (row, col), letter in zip(entry.cells(), word):
            self.rows[row][col] = letter

    def is_symmetric(self):
        """Half-turn symmetry, as in newspapers."""
        return all(self.is_open(row, col)
                   == self.is_open(self.height - 1 - row, self.width - 1 - col)
                   for row in range(self.height) for col in range(self.width))

    def is_complete(self):
        return not any(BLANK in row for row in self.rows)


def clue_sheet(grid, clues):
    """The clues with number and length; `clues` is {(number, direction): text}."""
    lines = []
    for direction in STEPS:
        lines.append(direction.capitalize())
        for number in grid.numbers(direction):
            entry = grid.entries[number, direction]
            clue = clues.get((number, direction), "?")
            lines.append(f"{number}. {clue} ({entry.length})")
    return "\n".join(lines)
