"""The timing of the phases, driven by one tick per second."""
from .phases import DURATIONS, NEXT, Phase


class Controller:
    """Cars keep green until somebody asks to cross.

    The car phase lasts at least its duration; the others exactly theirs.
    """

    def __init__(self, durations=None):
        self.durations = dict(DURATIONS)
        self.durations.update(durations or {})
        self.phase = Phase.CARS
        self.elapsed = 0
        self.requested = False
        self.history = [Phase.CARS]

    def press(self):
        """The button; ignored while walking is allowed anyway."""
        if self.phase is not Phase.WALK:
            self.requested = True

    def _due(self):
        if self.elapsed < self.durations[self.phase]:
            return False
        return self.phase is not Phase.CARS or self.requested

    def _enter(self, phase):
        self.phase = phase
        self.elapsed = 0
        self.history.append(phase)

    def tick(self, seconds=1):
        for _ in range(seconds):
            self.elapsed += 1
            if self._due():
                self._enter(NEXT[self.phase])
        return self.phase

    @property
    def lights(self):
        return self.phase.value

    @property
    def waiting(self):
        """Seconds until walkers get green, None without a request."""
        if not self.requested:
            return None
        total, phase = 0, self.phase
        left = max(1, self.durations[phase] - self.elapsed)
        while True:
            total += left
            phase = NEXT[phase]
            if phase is Phase.WALK:
                return total
            left = self.durations[phase]
