"""Fire in a forest on a grid, step by step."""

import random
from collections import Counter

TREE, FIRE, ASH, WATER = "T", "*", ".", "~"
AROUND = ((0, -1), (-1, 0), (1, 0), (0, 1))


class Forest:
    """Rows of cells; every burning tree sets fire to those next to it and is ash one step later."""

    def __init__(self, rows):
        self.cells = [list(row) for row in rows]
        self.height = len(self.cells)
        self.width = len(self.cells[0]) if self.cells else 0
        if any(len(row) != self.width for row in self.cells):
            raise ValueError("the rows aren't of the same length")
        if odd := {cell for row in self.cells for cell in row} - {TREE, FIRE, ASH, WATER}:
            raise ValueError(f"unknown cells: {sorted(odd)}")
        self.steps = 0

    @classmethod
    def parse(cls, text):
        return cls([line.strip() for line in text.split()])

    @classmethod
    def grow(cls, width, height, density, seed=None):
        """A random forest with that share of trees."""
        chance = random.Random(seed)
        return cls([[TREE if chance.random() < density else ASH for _ in range(width)] for _ in range(height)])

    def neighbours(self, row, column):
        """Places above, left, right and below that are on the grid."""
        for down, right in AROUND:
            other_row, other_column = row + down, column + right
            if other_row < self.height and other_column < self.width:
                yield other_row, other_column

    def ignite(self, row, column):
        """Set fire to a tree; False where there is none."""
        if self.cells[row][column] != TREE:
            return False
        self.cells[row][column] = FIRE
        return True

    def burning(self):
        return [(r, c) for r, row in enumerate(self.cells) for c, cell in enumerate(row) if cell == FIRE]

    def step(self):
        """One step of time. The number of trees that caught fire."""
        caught = 0
        for row, column in self.burning():
            for place in self.neighbours(row, column):
                caught += self.ignite(*place)
            self.cells[row][column] = ASH
        self.steps += 1
        return caught

    def burn(self):
        """Go on until no fire is left; the share of the trees that were there at first which are lost."""
        before = self.count(TREE) + self.count(FIRE)
        while self.burning():
            self.step()
        return 1 - self.count(TREE) / before if before else 0.0

    def count(self, kind):
        return Counter(cell for row in self.cells for cell in row)[kind]

    def __str__(self):
        return "\n".join("".join(row) for row in self.cells)
