"""Checks a filled crossword grid against the usual rules of a newspaper."""
from dataclasses import dataclass

BLOCK = "#"
ACROSS = (0, 1)
DOWN = (1, 0)


@dataclass(frozen=True)
class Entry:
    number: int
    direction: str
    word: str
    cells: tuple

    @property
    def label(self):
        return f"{self.number} {self.direction}"


class Grid:
    def __init__(self, rows):
        self.rows = [row.strip().upper() for row in rows if row.strip()]
        if len({len(row) for row in self.rows}) > 1:
            raise ValueError("rows of different lengths")
        self.entries = self._find_entries()
        self._uses = {}
        for entry in self.entries:
            for cell in entry.cells:
                self._uses[cell] = self._uses.get(cell, 0) + 1

    @property
    def size(self):
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    def letter(self, cell):
        """Letter of a cell, None for a block or outside of the grid."""
        row, col = cell
        height, width = self.size
        if not (0 <= row < height and 0 <= col < width):
            return None
        found = self.rows[row][col]
        return None if found == BLOCK else found

    def cells(self):
        height, width = self.size
        return [(r, c) for r in range(height) for c in range(width) if self.letter((r, c))]

    def _starts(self, cell, step):
        row, col = cell
        before = (row - step[0], col - step[1])
        after = (row + step[0], col + step[1])
        return self.letter(before) is None and self.letter(after) is not None

    def _run(self, cell, step):
        cells = []
        while self.letter(cell):
            cells.append(cell)
            cell = (cell[0] + step[0], cell[1] + step[1])
        return tuple(cells)

    def _find_entries(self):
        entries, number = [], 0
        for cell in self.cells():
            directions = [(name, step) for name, step in (("across", ACROSS), ("down", DOWN))
                          if self._starts(cell, step)]
            if directions:
                number += 1
            for name, step in directions:
                run = self._run(cell, step)
                entries.append(Entry(number, name, "".join(map(self.letter, run)), run))
        return entries

    def is_symmetric(self):
        """Does the grid look the same after half a turn?"""
        height, width = self.size
        open_cells = set(self.cells())
        return open_cells == {(height - 1 - r, width - 1 - c) for r, c in open_cells}

    def is_connected(self):
        open_cells = set(self.cells())
        todo = list(open_cells)[:1]
        seen = set(todo)
        while todo:
            row, col = todo.pop()
            for near in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
                if near in open_cells and near not in seen:
                    seen.add(near)
                    todo.append(near)
        return seen == open_cells

    def longest_unchecked(self, entry):
        """Length of the longest run of neighbouring letters that no other entry crosses."""
        longest = run = 0
        for cell in entry.cells:
            if self._uses[cell] == 1:
                run += 1
                longest = max(longest, run)
        return longest

    def repeated_words(self):
        words = [entry.word for entry in self.entries]
        return sorted({word for word in words if words.count(word) > 1})


def problems(grid, shortest=3, unchecked=2, words=None):
    """All the broken rules, as a list of texts."""
    found = []
    if not grid.is_symmetric():
        found.append("grid is not symmetric")
    if not grid.is_connected():
        found.append("grid is not connected")
    for entry in grid.entries:
        if len(entry.word) < shortest:
            found.append(f"{entry.label} is too short")
        if grid.longest_unchecked(entry) > unchecked:
            found.append(f"{entry.label} has too many unchecked letters")
        if words is not None and entry.word not in words:
            found.append(f"{entry.label} {entry.word} is not a word")
    found += [f"{word} is repeated" for word in grid.repeated_words()]
    return found
