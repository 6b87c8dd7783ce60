"""A chess clock with an increment for every move."""

from dataclasses import dataclass
from enum import Enum

WHITE, BLACK = "white", "black"


class State(Enum):
    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    FLAGGED = "flagged"


class ClockError(Exception):
    """What was asked can't be done in the state the clock is in."""


@dataclass
class Side:
    """Seconds left and moves made."""

    left: float
    moves: int = 0


class ChessClock:
    """`now` is a function that returns seconds, such as time.monotonic."""

    def __init__(self, now, seconds=300, increment=0):
        self._now = now
        self.increment = increment
        self.sides = {WHITE: Side(seconds), BLACK: Side(seconds)}
        self.turn = WHITE
        self.state = State.READY
        self._since = 0.0

    def start(self):
        """Begin, or go on after a pause."""
        if self.state not in (State.READY, State.PAUSED):
            raise ClockError(f"can't start when {self.state.value}")
        self._since = self._now()
        self.state = State.RUNNING

    def press(self):
        """The player whose turn it is has moved."""
        if self.state is not State.RUNNING:
            raise ClockError(f"can't press when {self.state.value}")
        side = self.sides[self.turn]
        side.left += self.increment
        if self._charge():
            return
        side.moves += 1
        self.turn = BLACK if self.turn == WHITE else WHITE

    def pause(self):
        if self.state is not State.RUNNING:
            raise ClockError(f"can't pause when {self.state.value}")
        if not self._charge():
            self.state = State.PAUSED

    def _charge(self):
        """Take the time since the last charge from whose turn it is; true where none is left."""
        now = self._now()
        side = self.sides[self.turn]
        side.left -= now - self._since
        self._since = now
        if side.left <= 0:
            side.left = 0
            self.state = State.FLAGGED
            return True
        return False

    def left(self, colour):
        """Seconds a side has at this moment."""
        left = self.sides[colour].left
        if self.state is State.RUNNING and colour == self.turn:
            left -= self._now() - self._since
        return max(left, 0)

    @property
    def loser(self):
        return self.turn if self.state is State.FLAGGED else None

    def __str__(self):
        return "  ".join(f"{int(self.left(c)) // 60}:{int(self.left(c)) % 60:02}" for c in (WHITE, BLACK))
