"""A traffic light with a button for pedestrians, driven by a clock that ticks once a second."""

from enum import Enum


class Phase(Enum):
    RED = "red"
    RED_AMBER = "red-amber"
    GREEN = "green"
    AMBER = "amber"
    BLINKING = "blinking"


ORDER = {
    Phase.RED: Phase.RED_AMBER,
    Phase.RED_AMBER: Phase.GREEN,
    Phase.GREEN: Phase.AMBER,
    Phase.AMBER: Phase.RED,
}

DURATION = {Phase.RED: 10, Phase.RED_AMBER: 2, Phase.GREEN: 20, Phase.AMBER: 3}
LONG_RED = 15
SHORTEST_GREEN = 8


class TrafficLight:
    """While pedestrians wait, green is shortened, and the red that follows is long."""

    def __init__(self):
        self.phase = Phase.RED
        self.elapsed = 0
        self.waiting = False
        self.walking = False
        self.log = [(0, Phase.RED)]
        self._now = 0

    @property
    def limit(self):
        """How many seconds the phase lasts, None where it never ends by itself."""
        if self.phase is Phase.BLINKING:
            return None
        if self.phase is Phase.GREEN and self.waiting:
            return SHORTEST_GREEN
        if self.phase is Phase.RED and self.walking:
            return LONG_RED
        return DURATION[self.phase]

    @property
    def remaining(self):
        return None if self.limit is None else max(0, self.limit - self.elapsed)

    def press(self):
        """A pedestrian presses the button; that counts only while cars have or will soon have green."""
        if self.phase is not Phase.BLINKING and not self.walking:
            self.waiting = True

    def tick(self, seconds=1):
        for _ in range(seconds):
            self._now += 1
            self.elapsed += 1
            if self.limit is not None and self.elapsed >= self.limit:
                self._enter(ORDER[self.phase])

    def _enter(self, phase):
        if self.phase is Phase.RED:
            self.walking = False
        if phase is Phase.RED:
            self.walking = self.waiting
        self.phase = phase
        self.elapsed = 0
        self.log.append((self._now, phase))

    def fail(self):
        """Something is broken: the light blinks, and forgets who is waiting."""
        if self.phase is not Phase.BLINKING:
            self._enter(Phase.BLINKING)
            self.waiting = False

    def repair(self):
        """Back to normal, which always begins with red."""
        if self.phase is Phase.BLINKING:
            self._enter(Phase.RED)

    def history(self):
        return [f"{second}: {phase.value}" for second, phase in self.log]
