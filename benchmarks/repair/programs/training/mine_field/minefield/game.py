"""What the player does: open, flag, open everything around a number."""

from enum import Enum


class State(Enum):
    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Game:
    def __init__(self, field):
        self.field = field
        self.opened = set()
        self.flags = set()
        self.state = State.PLAYING

    @property
    def mines_left(self):
        return len(self.field.mines) - len(self.flags)

    def toggle_flag(self, cell):
        """Flag a closed cell or take its flag away."""
        self._check(cell)
        if cell not in self.opened:
            self.flags ^= {cell}

    def open(self, cell):
        """Open a cell, and the area around it if no mine is near; flagged cells are safe from that."""
        self._check(cell)
        if cell in self.flags or cell in self.opened:
            return
        if cell in self.field.mines:
            self.state = State.LOST
            return
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if cell in self.opened:
                continue
            self.opened.add(cell)
            if self.field.number(cell) == 0:
                waiting.extend(self.field.neighbours(cell))
        if len(self.opened) + len(self.field.mines) == self.field.rows * self.field.columns:
            self.state = State.WON

    def open_around(self, cell):
        """Open the other cells around an open number, when as many flags as the number says are there."""
        self._check(cell)
        around = list(self.field.neighbours(cell))
        if cell not in self.opened or sum(near in self.flags for near in around) != self.field.number(cell):
            return
        for near in around:
            if self.state is State.PLAYING:
                self.open(near)

    def draw(self):
        """The field as the player sees it."""
        return "\n".join(
            "".join(self._char((row, column)) for column in range(self.field.columns))
            for row in range(self.field.rows)
        )

    def _char(self, cell):
        if cell in self.flags:
            return "F"
        if cell in self.opened:
            return str(self.field.number(cell) or ".")
        if self.state is State.LOST and cell in self.field.mines:
            return "*"
        return "#"

    def _check(self, cell):
        if cell not in self.field:
            raise IndexError(f"no cell {cell}")
        if self.state is not State.PLAYING:
            raise RuntimeError(f"the game is {self.state.value}")
