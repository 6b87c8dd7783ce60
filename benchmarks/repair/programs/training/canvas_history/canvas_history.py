"""A small drawing canvas of characters; every stroke can be undone and redone."""
from contextlib import contextmanager

BLANK = "."


class Canvas:
    def __init__(self, width, height):
        if width < 1 or height < 1:
            raise ValueError("empty canvas")
        self.width = width
        self.height = height
        self._cells = [[BLANK] * width for _ in range(height)]
        self._undo = []
        self._redo = []
        self._stroke = None

    def inside(self, x, y):
        return 0 <= x < self.width and 0 <= y < self.height

    def get(self, x, y):
        return self._cells[y][x]

    def _paint(self, x, y, ink):
        """Set one cell as part of the current stroke; outside is ignored."""
        if not self.inside(x, y):
            return
        old = self._cells[y][x]
        if old != ink:
            self._cells[y][x] = ink
            self._stroke.append((x, y, old, ink))

    @contextmanager
    def stroke(self):
        """All that is drawn inside is undone in one step; strokes may be nested."""
        if self._stroke is not None:
            yield
            return
        self._stroke = []
        try:
            yield
        finally:
            if self._stroke:
                self._undo.append(self._stroke)
                self._redo.clear()
            self._stroke = None

    def dot(self, x, y, ink="#"):
        with self.stroke():
            self._paint(x, y, ink)

    def line(self, x1, y1, x2, y2, ink="#"):
        """A horizontal or vertical line, both ends included."""
        if x1 != x2 and y1 != y2:
            raise ValueError("only straight lines")
        with self.stroke():
            for x in range(min(x1, x2), max(x1, x2) + 1):
                for y in range(min(y1, y2), max(y1, y2) + 1):
                    self._paint(x, y, ink)

    def box(self, x1, y1, x2, y2, ink="#", corner="+"):
        """A frame of four lines with its own ink at the corners."""
        with self.stroke():
            for y in (y1, y2):
                self.line(x1, y, x2, y, ink)
            for x in (x1, x2):
                self.line(x, y1, x, y2, ink)
                for y in (y1, y2):
                    self._paint(x, y, corner)

    def fill(self, x, y, ink):
        """Flood fill of the cells connected with (x, y) that look the same."""
        target = self.get(x, y)
        if target == ink:
            return
        with self.stroke():
            todo = [(x, y)]
            while todo:
                cx, cy = todo.pop()
                if not self.inside(cx, cy) or self.get(cx, cy) != target:
                    continue
                self._paint(cx, cy, ink)
                todo += [(cx + 1, cy), (cx - 1, cy), (cx, cy + 1), (cx, cy - 1)]

    def undo(self):
        """Take back the last stroke; False if there is none."""
        if not self._undo:
            return False
        stroke = self._undo.pop()
        for x, y, old, _ in stroke:
            self._cells[y][x] = old
        self._redo.append(stroke)
        return True

    def redo(self):
        if not self._redo:
            return False
        stroke = self._redo.pop()
        for x, y, _, new in stroke:
            self._cells[y][x] = new
        self._undo.append(stroke)
        return True

    def __str__(self):
        return "\n".join("".join(row) for row in self._cells)
