"""Langton's ant on an endless grid."""

HEADINGS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Ant:
    """Turns right on a white cell and left on a black one, flips the cell it stood on and goes one cell ahead."""

    def __init__(self, black=()):
        self.place = (0, 0)
        self.heading = 0
        self.black = set(black)

    def step(self):
        turn = -1 if self.place in self.black else 1
        self.heading = (self.heading + turn) % len(HEADINGS)
        dx, dy = HEADINGS[self.heading]
        self.place = (self.place[0] + dx, self.place[1] + dy)
        self.black ^= {self.place}

    def run(self, steps):
        """Go some steps; the number of black cells then."""
        for _ in range(steps):
            self.step()
        return len(self.black)


def picture(ant, radius):
    """The cells around the start as lines of text."""
    cells = range(-radius, radius + 1)
    return ["".join("#" if (x, y) in ant.black else "." for x in cells) for y in cells]
