"""Numbers the squares of a crossword and lists its words; `#` is a block."""

from dataclasses import dataclass

BLOCK = "#"
SHORTEST = 2


class GridError(ValueError):
    """A grid that makes no crossword."""


@dataclass(frozen=True)
class Entry:
    number: int
    direction: str
    row: int
    col: int
    answer: str

    @property
    def label(self):
        return f"{self.number} {self.direction}"


class Grid:
    """Made of text: a line for every row, all of the same length."""

    def __init__(self, text):
        self.rows = [line.strip().upper() for line in text.strip().splitlines()]
        if len({len(row) for row in self.rows}) != 1:
            raise GridError("the rows have to be equally long")
        self.height = len(self.rows)
        self.width = len(self.rows[0])

    def open(self, row, col):
        """Whether there is a square for a letter; outside of the grid there is none."""
        if row >= self.height or col >= self.width:
            return False
        return self.rows[row][col] != BLOCK

    def word(self, row, col, down):
        """The letters from a square on, to the right or down, until the next block."""
        letters = []
        while self.open(row, col):
            letters.append(self.rows[row][col])
            row, col = (row + 1, col) if down else (row, col + 1)
        return "".join(letters)

    def starts(self, row, col, down):
        """Whether a word starts at a square: nothing is before it, and it's long enough."""
        before = (row - 1, col) if down else (row, col - 1)
        return self.open(row, col) and not self.open(*before) and len(self.word(row, col, down)) >= SHORTEST

    def entries(self):
        """All words by number, across before down."""
        found = []
        number = 0
        for row in range(self.height):
            for col in range(self.width):
                directions = [down for down in (False, True) if self.starts(row, col, down)]
                if not directions:
                    continue
                number += 1
                for down in directions:
                    name = "down" if down else "across"
                    found.append(Entry(number, name, row, col, self.word(row, col, down)))
        return found

    def numbered(self):
        """The numbers as they are printed in the squares."""
        numbers = {(entry.row, entry.col): entry.number for entry in self.entries()}
        lines = []
        for row in range(self.height):
            cells = []
            for col in range(self.width):
                mark = "" if self.open(row, col) else BLOCK * 2
                cells.append(str(numbers.get((row, col), mark)).rjust(2, "." if self.open(row, col) else BLOCK))
            lines.append(" ".join(cells))
        return "\n".join(lines)

    def symmetric(self):
        """Whether the blocks look the same upside down, as good style wants it."""
        return all(
            self.open(row, col) == self.open(self.height - 1 - row, self.width - 1 - col)
            for row in range(self.height)
            for col in range(self.width)
        )


def answers(text):
    """The words of a grid by label."""
    return {entry.label: entry.answer for entry in Grid(text).entries()}


def clue_sheet(text, clues):
    """The clues (by answer) under the headings ACROSS and DOWN; raises GridError where one is missing."""
    entries = Grid(text).entries()
    missing = sorted({entry.answer for entry in entries} - set(clues))
    if missing:
        raise GridError(f"no clue for {', '.join(missing)}")
    lines = []
    for name in ("across", "down"):
        lines.append(name.upper())
        for entry in entries:
            if entry.direction == name:
                lines.append(f"{entry.number:>2}. {clues[entry.answer]} ({len(entry.answer)})")
    return "\n".join(lines)
