"""Decodes the text frames of a field station: `T1:OUT=21.5;HUM=40*5a`, station, fields and a check sum."""

from dataclasses import dataclass, field


class FrameError(ValueError):
    """A frame that was damaged on its way."""


@dataclass(frozen=True)
class Sensor:
    """raw * factor + offset is the value; it has to be between low and high."""

    unit: str
    factor: float = 1.0
    offset: float = 0.0
    low: float = float("-inf")
    high: float = float("inf")

    def convert(self, raw):
        value = round(raw * self.factor + self.offset, 2)
        if not self.low <= value <= self.high:
            raise FrameError(f"{value} {self.unit} is out of range")
        return value


SENSORS = {
    "OUT": Sensor("°C", low=-60, high=80),
    "IN": Sensor("°C", low=-60, high=80),
    "HUM": Sensor("%", low=0, high=100),
    "BAT": Sensor("V", factor=0.01, low=0, high=20),
    "WIND": Sensor("km/h", factor=3.6, low=0),
}


@dataclass
class Reading:
    station: str
    values: dict = field(default_factory=dict)


def check_sum(text):
    """The exclusive or of all bytes, as two hexadecimal digits."""
    result = 0
    for byte in text.encode():
        result ^= byte
    return f"{result:02x}"


def seal(text):
    return f"{text}*{check_sum(text)}"


def parse_field(text):
    """The name and value of `OUT=21.5`."""
    name, _, raw = text.partition("=")
    return name, SENSORS[name].convert(float(raw))


def parse_frame(line):
    """A reading; a single frame may hold several fields. Raises FrameError where the check sum is wrong."""
    body, star, sent = line.strip().rpartition("*")
    if not star or sent.lower() != check_sum(body):
        raise FrameError("wrong check sum")
    station, colon, rest = body.partition(":")
    if not colon:
        raise FrameError("no station")
    reading = Reading(station)
    for part in rest.split(";"):
        name, value = parse_field(part)
        reading.values[name] = value
    return reading


@dataclass
class Log:
    """Everything that was received: the readings, and (line number, reason) for what couldn't be used."""

    readings: list = field(default_factory=list)
    rejected: list = field(default_factory=list)

    def stations(self):
        return sorted({reading.station for reading in self.readings})

    def series(self, station, name):
        return [
            reading.values[name]
            for reading in self.readings
            if reading.station == station and name in reading.values
        ]

    def quality(self):
        """The share of usable frames in percent; 100 where there are none at all."""
        count = len(self.readings) + len(self.rejected)
        return 100.0 if count == 0 else round(100 * len(self.readings) / count, 1)


def receive(lines):
    """Read all frames. A frame that can't be used is noted and doesn't keep the others from being read."""
    log = Log()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            log.readings.append(parse_frame(line))
        except ValueError as error:
            log.rejected.append((number, str(error)))
    return log


def latest(log):
    """The last value of every sensor by station."""
    result = {}
    for reading in log.readings:
        result.setdefault(reading.station, {}).update(reading.values)
    return result
