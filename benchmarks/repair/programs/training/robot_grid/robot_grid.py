"""Robots driving over a walled floor by one-letter commands.

Commands: F forward, B backward, L and R quarter turns, digits repeat the
following command (``3F``), ``(...)`` groups commands.
"""

HEADINGS = "NESW"
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class Floor:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]

    def free(self, x, y):
        if y < 0 or y >= len(self.rows) or x < 0 or x >= len(self.rows[y]):
            return False
        return self.rows[y][x] != "#"


class Robot:
    def __init__(self, floor, x=0, y=0, heading="E"):
        self.floor = floor
        self.x, self.y = x, y
        self.heading = heading
        self.bumps = 0
        self.trail = [(x, y)]

    def turn(self, side):
        here = HEADINGS.index(self.heading)
        delta = -1 if side == "R" else 1
        self.heading = HEADINGS[(here + delta) % 4]

    def move(self, sign):
        dx, dy = STEPS[self.heading]
        x, y = self.x + sign * dx, self.y + sign * dy
        if not self.floor.free(x, y):
            self.bumps += 1
            return False
        self.x, self.y = x, y
        self.trail.append((x, y))
        return True

    def run(self, program):
        for command in expand(program):
            if command in "LR":
                self.turn(command)
            else:
                self.move(1 if command == "F" else -1)
        return self.x, self.y, self.heading


def expand(program):
    """Flatten repeats and groups into a plain command string."""
    text, pos = _sequence(program, 0)
    if pos != len(program):
        raise SyntaxError("unexpected %r at %d" % (program[pos], pos))
    return text


def _sequence(program, pos):
    parts = []
    while pos < len(program) and program[pos] != ")":
        count = ""
        while pos < len(program) and program[pos].isdigit():
            count += program[pos]
            pos += 1
        if pos == len(program):
            raise SyntaxError("repeat without command")
        if program[pos] == "(":
            body, pos = _sequence(program, pos + 1)
            if pos == len(program):
                raise SyntaxError("missing )")
        elif program[pos] in "FBLR":
            body = program[pos]
        else:
            raise SyntaxError("unexpected %r at %d" % (program[pos], pos))
        parts.append(body * int(count or 1))
        pos += 1
    return "".join(parts), pos
