from robot.program import compile_program

DIRECTIONS = ["north", "east", "south", "west"]
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


class Stuck(Exception):
    pass


class Robot:
    """Moves on a yard with walls and things lying about."""

    def __init__(self, x=0, y=0, facing="north", walls=(), things=()):
        self.x, self.y = x, y
        self.facing = facing
        self.walls = set(walls)
        self.things = set(things)
        self.carries = False

    def turn(self, quarter_turns):
        """To the right; to the left with a negative number."""
        position = DIRECTIONS.index(self.facing) + quarter_turns
        self.facing = DIRECTIONS[position % 3]

    def move(self, count):
        dx, dy = STEPS[self.facing]
        sign = 1 if count > 0 else -1
        for _ in range(abs(count)):
            there = self.x + sign * dx, self.y + sign * dy
            if there in self.walls:
                raise Stuck(f"wall at {there}")
            self.x, self.y = there

    def grab(self):
        if self.carries or (self.x, self.y) not in self.things:
            raise Stuck("nothing to grab")
        self.things.discard((self.x, self.y))
        self.carries = True

    def drop(self):
        if not self.carries:
            raise Stuck("nothing to drop")
        self.things.add((self.x, self.y))
        self.carries = False

    def run(self, text):
        for command, number in compile_program(text):
            if command in ("left", "right"):
                self.turn(-1 if command == "left" else 1)
            elif command in ("forward", "back"):
                self.move(number if command == "forward" else -number)
            else:
                getattr(self, command)()
        return self.x, self.y, self.facing
