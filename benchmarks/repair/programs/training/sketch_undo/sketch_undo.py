"""A character canvas whose drawing steps can be undone and redone."""
from contextlib import contextmanager

BLANK = " "


class Canvas:
    """Unlimited grid of characters; only the painted cells are kept."""

    def __init__(self):
        self._cells = {}
        self._undo = []
        self._redo = []
        self._open = None
        self._bounds = None

    # drawing

    def dot(self, x, y, ink="#"):
        with self.step():
            self._set(x, y, ink)

    def line(self, x1, y1, x2, y2, ink="#"):
        """Horizontal, vertical or diagonal line, both ends included."""
        dx, dy = x2 - x1, y2 - y1
        length = max(abs(dx), abs(dy))
        if dx and dy and abs(dx) != abs(dy):
            raise ValueError("only straight and diagonal lines")
        with self.step():
            for i in range(length + 1):
                self._set(x1 + i * _sign(dx), y1 + i * _sign(dy), ink)

    def box(self, x, y, width, height, ink="#"):
        right, bottom = x + width - 1, y + height - 1
        with self.step():
            self.line(x, y, right, y, ink)
            self.line(x, bottom, right, bottom, ink)
            self.line(x, y, x, bottom, ink)
            self.line(right, y, right, bottom, ink)

    def erase(self, x, y):
        self.dot(x, y, BLANK)

    @contextmanager
    def step(self):
        """Everything drawn inside counts as one step; inner steps belong to the outer one."""
        if self._open is not None:
            yield
            return
        self._open = []
        try:
            yield
        finally:
            changes, self._open = self._open, None
            if changes:
                self._undo.append(changes)
                self._redo.clear()
                self._bounds = None

    def _set(self, x, y, ink):
        before = self.at(x, y)
        if before != ink:
            self._open.append(((x, y), before, ink))
            self._write((x, y), ink)

    def _write(self, cell, ink):
        if ink == BLANK:
            self._cells.pop(cell, None)
        else:
            self._cells[cell] = ink

    # history

    def undo(self):
        """Take the last step back; False if there is none."""
        if not self._undo:
            return False
        changes = self._undo.pop()
        for cell, before, _ in reversed(changes):
            self._write(cell, before)
        self._redo.append(changes)
        return True

    def redo(self):
        """Do the last undone step again; False if there is none."""
        if not self._redo:
            return False
        changes = self._redo.pop()
        for cell, _, after in changes:
            self._write(cell, after)
        self._undo.append(changes)
        return True

    # looking

    def at(self, x, y):
        return self._cells.get((x, y), BLANK)

    def count(self, ink):
        return sum(1 for used in self._cells.values() if used == ink)

    @property
    def bounds(self):
        """(left, top, right, bottom) of what is painted, None for an empty canvas."""
        if self._bounds is None and self._cells:
            xs = [x for x, _ in self._cells]
            ys = [y for _, y in self._cells]
            self._bounds = (min(xs), min(ys), max(xs), max(ys))
        return self._bounds

    def render(self):
        if self.bounds is None:
            return ""
        left, top, right, bottom = self.bounds
        rows = (
            "".join(self.at(x, y) for x in range(left, right + 1)).rstrip()
            for y in range(top, bottom + 1)
        )
        return "\n".join(rows)


def _sign(number):
    return (number > 0) - (number < 0)
