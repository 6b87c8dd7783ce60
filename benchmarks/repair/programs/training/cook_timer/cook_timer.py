"""A kitchen timer that leads through the steps of a recipe (times in seconds)."""
import re
from dataclasses import dataclass

UNITS = {"h": 3600, "m": 60, "s": 1}


def parse_duration(text):
    """"1h 30m" -> 5400; a plain number means minutes."""
    text = text.strip().lower()
    if text.isdigit():
        return int(text) * UNITS["m"]
    parts = re.findall(r"(\d+)\s*([hms])", text)
    if not parts:
        raise ValueError(f"bad duration: {text!r}")
    return sum(int(number) * UNITS[unit] for number, unit in parts)


def clock(seconds):
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class Step:
    title: str
    seconds: int

    @classmethod
    def parse(cls, line):
        title, _, duration = line.rpartition(":")
        if not title.strip():
            raise ValueError(f"bad step: {line!r}")
        return cls(title.strip(), parse_duration(duration))


class Timer:
    def __init__(self, steps):
        self.steps = list(steps)
        self.index = -1
        self.done = []
        self._started = None
        self._paused_at = None
        self._paused_total = 0

    @classmethod
    def from_recipe(cls, text):
        return cls(Step.parse(line) for line in text.splitlines() if line.strip())

    @property
    def step(self):
        if 0 <= self.index < len(self.steps):
            return self.steps[self.index]
        return None

    @property
    def paused(self):
        return self._paused_at is not None

    def start(self, now):
        if self._started is not None:
            raise RuntimeError("already started")
        self.index = 0
        self._started = now

    def pause(self, now):
        if self.step and not self.paused:
            self._paused_at = now

    def resume(self, now):
        if self.paused:
            self._paused_total += now - self._paused_at
            self._paused_at = None

    def elapsed(self, now):
        """Time spent on the current step, without the pauses."""
        if self.step is None:
            return 0
        until = self._paused_at if self.paused else now
        return until - self._started - self._paused_total

    def remaining(self, now):
        if self.step is None:
            return 0
        return max(0, self.step.seconds - self.elapsed(now))

    def advance(self, now):
        """Finish the current step and begin the next one; returns that one."""
        if self.step is None:
            return None
        self.done.append((self.step.title, self.elapsed(now)))
        self.index += 1
        self._started = now
        return self.step

    def extend(self, text):
        """Give the current step more time."""
        if self.step is None:
            raise RuntimeError("no step is running")
        step = self.step
        self.steps[self.index] = Step(step.title, step.seconds + parse_duration(text))

    def total_remaining(self, now):
        later = self.steps[self.index + 1:]
        return self.remaining(now) + sum(step.seconds for step in later)

    def display(self, now):
        if self.step is None:
            return "finished" if self.done else "ready"
        mark = " (paused)" if self.paused else ""
        return f"{self.step.title} {clock(self.remaining(now))}{mark}"
