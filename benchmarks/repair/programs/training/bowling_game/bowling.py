"""Ten-pin bowling: take rolls one by one, know the score at any time."""

from dataclasses import dataclass, field


class RollError(ValueError):
    """A roll that isn't possible."""


@dataclass
class Frame:
    last: bool = False
    rolls: list = field(default_factory=list)

    @property
    def strike(self):
        return self.rolls[:1] == [10]

    @property
    def spare(self):
        return not self.strike and sum(self.rolls[:2]) == 10 and len(self.rolls) >= 2

    @property
    def complete(self):
        if self.last:
            return len(self.rolls) == (3 if self.strike or self.spare else 2)
        return self.strike or len(self.rolls) == 2

    @property
    def standing(self):
        """How many pins the next ball can hit."""
        pins = 10
        for roll in self.rolls:
            pins = pins - roll or 10
        return pins

    def add(self, pins):
        if not 0 <= pins <= self.standing:
            raise RollError(f"{pins} of {self.standing} pins")
        self.rolls.append(pins)


class Game:
    def __init__(self, rolls=()):
        self.frames = [Frame(last=number == 10) for number in range(1, 11)]
        for pins in rolls:
            self.roll(pins)

    @property
    def current(self):
        """The frame that gets the next roll, None after the last."""
        return next((frame for frame in self.frames if not frame.complete), None)

    def roll(self, pins):
        frame = self.current
        if frame is None:
            raise RollError("the game is over")
        frame.add(pins)

    def frame_scores(self):
        """The scores of the frames as far as they are certain."""
        scores = []
        for number, frame in enumerate(self.frames):
            following = self._following(number)
            bonus = 0 if frame.last else 2 if frame.strike else 1 if frame.spare else 0
            if not frame.complete or len(following) < bonus:
                break
            scores.append(sum(frame.rolls) + sum(following[:bonus]))
        return scores

    def score(self):
        return sum(self.frame_scores())

    def _following(self, number):
        """The rolls after a frame that its bonus may need."""
        return [pins for frame in self.frames[number + 1:number + 2] for pins in frame.rolls]

    def board(self):
        """The scoreboard in one line: X strike, / spare, - miss, and the running total."""
        return " ".join(_marks(frame) for frame in self.frames if frame.rolls) + f" = {self.score()}"


def _marks(frame):
    marks, standing = "", 10
    for pins in frame.rolls:
        if pins == standing:
            marks += "X" if standing == 10 else "/"
            standing = 10
        else:
            marks += str(pins) if pins else "-"
            standing = standing - pins if standing == 10 else 10
    return marks
