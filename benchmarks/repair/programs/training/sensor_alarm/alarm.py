"""Alarms from a stream of sensor readings.

An alarm is raised after `patience` readings in a row above the high limit and cleared by the first one below the low limit.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    low: float
    high: float
    patience: int = 3

    def __post_init__(self):
        if self.low >= self.high:
            raise ValueError("the low limit must be below the high one")


class Monitor:
    def __init__(self, name, limits, notify):
        self.name = name
        self.limits = limits
        self.notify = notify
        self.active = False
        self._run = 0
        self.peak = None

    def feed(self, value):
        if value is None:  # the sensor was unreachable
            return
        if self.active:
            self._while_active(value)
        else:
            self._while_quiet(value)

    def _while_quiet(self, value):
        if value > self.limits.high:
            self._run += 1
            self.peak = value if self.peak is None else max(self.peak, value)
        if self._run >= self.limits.patience:
            self.active = True
            self.notify(f"{self.name}: above {self.limits.high}, peak {self.peak}")

    def _while_active(self, value):
        self.peak = max(self.peak, value)
        if value < self.limits.low:
            self.notify(f"{self.name}: back to normal, peak was {self.peak}")
            self.active = False
            self._run = 0
            self.peak = None


class Panel:
    """Monitors by name; readings come as `name=value` text."""

    def __init__(self, notify):
        self._notify = notify
        self._monitors = {}

    def watch(self, name, limits):
        self._monitors[name] = Monitor(name, limits, self._notify)

    def line(self, text):
        name, _, value = text.partition("=")
        monitor = self._monitors.get(name.strip())
        if monitor is not None:
            value = value.strip()
            monitor.feed(float(value) if value not in ("", "n/a") else None)

    def active(self):
        return sorted(name for name, monitor in self._monitors.items() if monitor.active)
