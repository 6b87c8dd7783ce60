"""Lift that serves calls in one direction before turning round."""
from enum import Enum


class Direction(Enum):
    IDLE = "idle"
    UP = "up"
    DOWN = "down"


class Door(Enum):
    CLOSED = "closed"
    OPEN = "open"


class LiftError(Exception):
    pass


class Lift:
    def __init__(self, lowest, highest, floor=0):
        if not lowest <= floor <= highest:
            raise LiftError("the lift must start inside the building")
        self.lowest = lowest
        self.highest = highest
        self.floor = floor
        self.direction = Direction.IDLE
        self.door = Door.CLOSED
        self.travelled = 0
        self._stops = set()

    def call(self, floor):
        """Ask for a stop; calling the current floor opens the door."""
        if not self.lowest <= floor <= self.highest:
            raise LiftError(f"no floor {floor}")
        if floor == self.floor:
            self.door = Door.OPEN
        else:
            self._stops.add(floor)

    def pending(self):
        return sorted(self._stops)

    def close_door(self):
        self.door = Door.CLOSED

    def advance(self):
        """Go to the next stop and open the door; None when there is none."""
        if self.door is Door.OPEN:
            raise LiftError("close the door first")
        target = self._next_stop()
        if target is None:
            return None
        self.travelled += abs(target - self.floor)
        self.floor = target
        self._stops.discard(target)
        self.door = Door.OPEN
        return target

    def run(self):
        """Serve everything that is pending; return the floors in order."""
        visited = []
        self.close_door()
        while (floor := self.advance()) is not None:
            visited.append(floor)
            self.close_door()
        return visited

    def _next_stop(self):
        above = [f for f in self._stops if f > self.floor]
        below = [f for f in self._stops if f < self.floor]
        if not above and not below:
            self.direction = Direction.IDLE
            return None
        if self.direction is Direction.IDLE:
            nearest = min(self._stops, key=lambda f: (abs(f - self.floor), -f))
            self.direction = Direction.UP if nearest > self.floor else Direction.DOWN
        elif self.direction is Direction.UP and not above:
            self.direction = Direction.DOWN
        elif self.direction is Direction.DOWN and not below:
            self.direction = Direction.UP
        if self.direction is Direction.UP:
            return min(above)
        return min(below)
