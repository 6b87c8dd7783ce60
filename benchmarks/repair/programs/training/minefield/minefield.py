"""Board logic of a mine clearing game."""
from collections import deque
from enum import Enum


class State(Enum):
    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Minefield:
    """Built from text rows in which '*' is a mine."""

    def __init__(self, rows):
        self.mines = [[c == "*" for c in row] for row in rows]
        self.height = len(rows)
        self.width = len(rows[0])
        self.open = set()
        self.flags = set()
        self.state = State.PLAYING

    def around(self, r, c):
        """The up to eight neighbours of a cell."""
        for rr in range(r - 1, r + 2):
            for cc in range(c - 1, c + 2):
                if (rr, cc) == (r, c):
                    continue
                if rr >= self.height or cc >= self.width:
                    continue
                yield rr, cc

    def count(self, r, c):
        return sum(self.mines[rr][cc] for rr, cc in self.around(r, c))

    def flag(self, r, c):
        """Toggle a flag on a closed cell."""
        if (r, c) not in self.open:
            self.flags ^= {(r, c)}

    def reveal(self, r, c):
        if self.state is not State.PLAYING or (r, c) in self.flags:
            return self.state
        if self.mines[r][c]:
            self.state = State.LOST
            return self.state
        todo = deque([(r, c)])
        while todo:
            cell = todo.popleft()
            if cell in self.open or cell in self.flags:
                continue
            self.open.add(cell)
            if self.count(*cell) == 0:
                todo.extend(self.around(*cell))
        safe = sum(not mine for row in self.mines for mine in row)
        if len(self.open) == safe:
            self.state = State.WON
        return self.state

    def _glyph(self, r, c):
        if (r, c) in self.flags:
            return "F"
        if (r, c) in self.open:
            return str(self.count(r, c) or ".")
        if self.state is State.LOST and self.mines[r][c]:
            return "*"
        return "#"

    def render(self):
        return ["".join(self._glyph(r, c) for c in range(self.width)) for r in range(self.height)]
