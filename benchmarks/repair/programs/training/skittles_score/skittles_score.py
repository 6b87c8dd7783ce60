"""Score sheet for a pub skittles league: nine pins, six frames, three throws each.

All nine pins with the first throw ("flopper") add the next two throws to the
frame, all nine with the second throw ("spare") add the next throw.
"""
from dataclasses import dataclass, field

PINS = 9
FRAMES = 6
THROWS = 3


class ThrowError(ValueError):
    """A throw that can't have happened."""


@dataclass
class Frame:
    start: int
    throws: list = field(default_factory=list)

    @property
    def pins(self):
        return sum(self.throws)

    @property
    def cleared(self):
        return self.pins == PINS

    @property
    def complete(self):
        return self.cleared or len(self.throws) == THROWS

    @property
    def bonus_throws(self):
        """How many of the following throws count for this frame too."""
        if not self.cleared:
            return 0
        return THROWS - len(self.throws)

    def marks(self):
        if self.cleared and len(self.throws) == 1:
            return "X"
        if self.cleared and len(self.throws) == 2:
            return f"{self.throws[0]}/"
        return "".join(str(pins) if pins else "-" for pins in self.throws)


class Sheet:
    """One player's game."""

    def __init__(self, player):
        self.player = player
        self.frames = []
        self._throws = []

    @property
    def finished(self):
        if len(self.frames) < FRAMES or not self.frames[-1].complete:
            return False
        last = self.frames[-1]
        end = last.start + len(last.throws) + last.bonus_throws
        return len(self._throws) >= end

    def throw(self, pins):
        if self.finished:
            raise ThrowError("the game is over")
        if not 0 <= pins <= PINS:
            raise ThrowError(f"{pins} pins")
        if len(self.frames) == FRAMES and self.frames[-1].complete:
            self._throws.append(pins)
            return
        if not self.frames or self.frames[-1].complete:
            self.frames.append(Frame(len(self._throws)))
        frame = self.frames[-1]
        if frame.pins + pins > PINS:
            raise ThrowError(f"only {PINS - frame.pins} pins are up")
        frame.throws.append(pins)
        self._throws.append(pins)

    def running(self):
        """Total after each frame, as far as it is settled already."""
        totals = []
        total = 0
        for frame in self.frames:
            if not frame.complete:
                break
            after = frame.start + len(frame.throws)
            bonus = self._throws[after:after + frame.bonus_throws]
            if frame.bonus_throws and not bonus:
                break
            total += frame.pins + sum(bonus)
            totals.append(total)
        return totals

    @property
    def score(self):
        totals = self.running()
        return totals[-1] if totals else 0

    def row(self):
        marks = " ".join(frame.marks() for frame in self.frames)
        return f"{self.player}: {marks} = {self.score}"


def standings(sheets):
    """Players by score, best first; equal scores by name."""
    ranked = sorted(sheets, key=lambda sheet: (-sheet.score, sheet.player))
    return [(sheet.player, sheet.score) for sheet in ranked]
