"""A drawing board with undo."""


class Board:
    def __init__(self, width):
        self.cells = ["."] * width
        self._past = []

    def _remember(self):
        self._past.append(list(self.cells))

    def draw(self, at, sign):
        if not 0 <= at < len(self.cells):
            raise IndexError(at)
        self._remember()
        self.cells[at] = sign

    def fill(self, sign):
        self._remember()
        self.cells = [sign] * len(self.cells)

    def clear(self):
        """All cells empty again; can be undone."""
        self.cells = ["."] * len(self.cells)

    def undo(self):
        if self._past:
            self.cells = self._past.pop()

    def __str__(self):
        return "".join(self.cells)
