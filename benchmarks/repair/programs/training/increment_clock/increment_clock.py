"""A chess clock with increments and stages (all times in seconds)."""
from dataclasses import dataclass

WHITE, BLACK = "white", "black"


def opponent(side):
    return BLACK if side == WHITE else WHITE


@dataclass(frozen=True)
class Control:
    """Base time, increment per move and an optional second stage.

    With `stage_moves` set, a player who has made that many moves gets
    `stage_bonus` on top. Bronstein mode gives back at most the time used.
    """

    base: int
    increment: int = 0
    bronstein: bool = False
    stage_moves: int = 0
    stage_bonus: int = 0

    @classmethod
    def parse(cls, text):
        """'5+3', '5b3' (Bronstein) or '90+30/40:30': base and bonus in minutes."""
        main, _, stage = text.partition("/")
        bronstein = "b" in main
        base, _, increment = main.partition("b" if bronstein else "+")
        moves, _, bonus = stage.partition(":")
        return cls(
            int(base) * 60,
            int(increment or 0),
            bronstein,
            int(moves or 0),
            int(bonus or 0) * 60,
        )


class ChessClock:
    def __init__(self, control):
        self.control = control
        self.left = {WHITE: control.base, BLACK: control.base}
        self.moves = {WHITE: 0, BLACK: 0}
        self.turn = WHITE
        self.flagged = None
        self.log = []

    @property
    def over(self):
        return self.flagged is not None

    def press(self, spent):
        """The player on turn has used `spent` seconds and presses the clock."""
        if self.over:
            raise RuntimeError("the game is over")
        if spent < 0:
            raise ValueError("negative time")
        side = self.turn
        if spent >= self.left[side]:
            self.left[side] = 0
            self.flagged = side
            return
        self.left[side] += self._gain(spent) - spent
        self.moves[side] += 1
        self.log.append((side, spent))
        self.turn = opponent(side)
        if self._stage_reached():
            self.left[side] += self.control.stage_bonus

    def _gain(self, spent):
        if self.control.bronstein:
            return min(spent, self.control.increment)
        return self.control.increment

    def _stage_reached(self):
        return 0 < self.control.stage_moves == self.moves[self.turn]

    def takeback(self):
        """Undo the last press by playing all the others again."""
        if not self.log:
            raise RuntimeError("no move to take back")
        presses = self.log[:-1]
        self.__init__(self.control)
        for _, spent in presses:
            self.press(spent)

    def used(self, side):
        return sum(spent for who, spent in self.log if who == side)

    def display(self):
        """'W 5:00  B 4:03', a star at the side on turn, '!' at a fallen flag."""
        parts = []
        for side in (WHITE, BLACK):
            minutes, seconds = divmod(self.left[side], 60)
            mark = "!" if self.flagged == side else "*" if self.turn == side and not self.over else ""
            parts.append(f"{side[0].upper()}{mark} {minutes}:{seconds:02d}")
        return "  ".join(parts)
