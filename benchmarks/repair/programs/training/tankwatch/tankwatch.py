"""Alarms on sensor readings, with hysteresis and a minimum number of readings."""
from dataclasses import dataclass
from enum import Enum


class State(Enum):
    NORMAL = "normal"
    ALARM = "alarm"


@dataclass(frozen=True)
class Limit:
    """An alarm is raised at or beyond `on` and cleared at or within `off`.

    With on > off it watches for high values, with on < off for low ones.
    The alarm is raised after `confirm` consecutive readings beyond `on`.
    """

    on: float
    off: float
    confirm: int = 1

    def __post_init__(self):
        if self.on == self.off:
            raise ValueError("on and off must differ")
        if self.confirm < 1:
            raise ValueError("confirm must be positive")

    @property
    def high(self):
        return self.on > self.off

    def beyond(self, value):
        return value >= self.on if self.high else value <= self.on

    def within(self, value):
        return value <= self.off if self.high else value >= self.off


@dataclass(frozen=True)
class Event:
    time: int
    sensor: str
    state: State
    value: float

    def __str__(self):
        return f"{self.time:>5} {self.sensor} {self.state.value} at {self.value:g}"


class Alarm:
    def __init__(self, sensor, limit):
        self.sensor = sensor
        self.limit = limit
        self.state = State.NORMAL
        self._pending = 0
        self._since = None
        self.total = 0

    def read(self, time, value):
        """The event which the reading causes, or None."""
        if self.state is State.NORMAL:
            if self.limit.beyond(value):
                self._pending += 1
                if self._pending >= self.limit.confirm:
                    self._since = time
                    return self._switch(State.ALARM, time, value)
        elif self.limit.within(value):
            self.total += time - self._since
            return self._switch(State.NORMAL, time, value)
        return None

    def time_in_alarm(self, now):
        running = now - self._since if self.state is State.ALARM else 0
        return self.total + running

    def _switch(self, state, time, value):
        self.state = state
        self._pending = 0
        return Event(time, self.sensor, state, value)


class Monitor:
    """All alarms of a plant; a sensor may have several limits."""

    def __init__(self):
        self._alarms = {}
        self.events = []

    def watch(self, sensor, limit):
        alarm = Alarm(sensor, limit)
        self._alarms.setdefault(sensor, []).append(alarm)
        return alarm

    def read(self, time, sensor, value):
        """Pass a reading on; None stands for a failed reading and is ignored."""
        if value is None:
            return []
        found = [alarm.read(time, value) for alarm in self._alarms.get(sensor, [])]
        found = [event for event in found if event is not None]
        self.events.extend(found)
        return found

    def active(self):
        return sorted(
            sensor
            for sensor, alarms in self._alarms.items()
            if any(alarm.state is State.ALARM for alarm in alarms)
        )

    def log(self):
        return "\n".join(str(event) for event in self.events)
