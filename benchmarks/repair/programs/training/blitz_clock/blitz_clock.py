"""A chess clock with increments, stages and take-backs. Times are in seconds."""
from dataclasses import dataclass

WHITE, BLACK = "white", "black"
OTHER = {WHITE: BLACK, BLACK: WHITE}


@dataclass(frozen=True)
class Stage:
    """Time that is added once a player has made this many moves."""
    after_moves: int
    bonus: int


@dataclass(frozen=True)
class Control:
    base: int
    increment: int = 0
    stages: tuple = ()

    def bonus(self, moves):
        return sum(stage.bonus for stage in self.stages if stage.after_moves == moves)


@dataclass(frozen=True)
class Press:
    """The clock as it was before a move."""
    player: str
    remaining: float


class FlagFallen(Exception):
    pass


class BlitzClock:
    def __init__(self, control, black_control=None):
        self._controls = {WHITE: control, BLACK: black_control or control}
        self._remaining = {player: c.base for player, c in self._controls.items()}
        self._moves = {WHITE: 0, BLACK: 0}
        self._presses = []
        self.turn = WHITE
        self.flag = None
        self._since = None

    @property
    def running(self):
        return self._since is not None

    def start(self, now):
        if self.flag:
            raise FlagFallen(self.flag)
        if not self.running:
            self._since = now

    def pause(self, now):
        """Stop both sides; what was used so far is charged to the one to move."""
        if self.running:
            self._charge(now)
            self._since = None

    def _charge(self, now):
        left = self._remaining[self.turn] - (now - self._since)
        self._remaining[self.turn] = max(0, left)
        self._since = now
        if left <= 0:
            self.flag = self.turn
            self._since = None
            raise FlagFallen(self.turn)

    def press(self, now):
        """The player to move has moved: charge, add what is due, change sides."""
        if not self.running:
            raise RuntimeError("clock is not running")
        player = self.turn
        before = self._remaining[player]
        self._charge(now)
        self._presses.append(Press(player, before))
        self._moves[player] += 1
        control = self._controls[player]
        self._remaining[player] += control.increment + control.bonus(self._moves[player])
        self.turn = OTHER[player]

    def take_back(self):
        """Undo the last move; the clock must be paused."""
        if self.running:
            raise RuntimeError("pause the clock first")
        if not self._presses:
            raise IndexError("no move to take back")
        last = self._presses.pop()
        self._remaining[last.player] = last.remaining
        self.turn = last.player

    def remaining(self, player, now=None):
        left = self._remaining[player]
        if now is not None and self.running and player == self.turn:
            left -= now - self._since
        return max(0, left)

    def until_bonus(self, player):
        """Moves until the player's next stage, None if there is none."""
        left = [
            stage.after_moves - self._moves[player]
            for stage in self._controls[player].stages
            if stage.after_moves > self._moves[player]
        ]
        return min(left, default=None)

    def add_time(self, player, seconds):
        """Compensation given by the arbiter."""
        self._remaining[player] += seconds

    def move_number(self):
        return len(self._presses) // 2 + 1

    def display(self, now=None):
        sides = []
        for player in (WHITE, BLACK):
            mark = "*" if player == self.turn else " "
            sides.append(mark + show(self.remaining(player, now)))
        return " |".join(sides)


def show(seconds):
    """'1:05:09', '4:30'; tenths are shown below 20 seconds: '9.5'."""
    if seconds < 20:
        return f"{seconds:.1f}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
