"""A heating thermostat: set points by time of day, hysteresis, and a report of what it did. Degrees are Celsius."""

from dataclasses import dataclass, field

FROST = 5.0
HOTTEST = 28.0


def clamp(degrees, lowest=FROST, highest=HOTTEST):
    """Keep a set point within what the boiler can do.

    >>> clamp(40)
    28.0
    >>> clamp(-3)
    5.0
    """
    return max(lowest, min(highest, degrees))


def to_fahrenheit(degrees):
    """
    >>> to_fahrenheit(100)
    212.0
    """
    return degrees * 9 / 5 + 32


def parse_set_point(text):
    """'21', '21.5' or '70F' -> degrees Celsius. ValueError for anything else."""
    text = text.strip()
    if text[-1:] in ("F", "f"):
        return round((float(text[:-1]) - 32) * 5 / 9, 1)
    return float(text)


def set_point(schedule, hour):
    """The set point at an hour of the day: the latest entry that has begun, else the last one of the day before.

    The schedule is a list of (hour, degrees).
    """
    begun = [degrees for start, degrees in sorted(schedule) if start < hour]
    if not begun:
        return sorted(schedule)[-1][1]
    return begun[-1]


@dataclass
class Thermostat:
    schedule: list
    hysteresis: float = 0.5
    heating: bool = False
    log: list = field(default_factory=list)

    def step(self, hour, measured):
        """Switch the boiler on below the set point less the hysteresis, off above it plus the hysteresis."""
        wanted = clamp(set_point(self.schedule, hour))
        if measured < wanted - self.hysteresis:
            self.heating = True
        elif measured > wanted + self.hysteresis:
            self.heating = False
        self.log.append((hour, measured, self.heating))
        return self.heating

    def hours_heated(self):
        return sum(1 for _hour, _measured, on in self.log if on)


def describe(hours):
    """A span of hours for people: '1 hour', '3 hours', '1 day 2 hours'."""
    days, rest = divmod(hours, 24)
    parts = []
    if days:
        parts.append(f"{days} day" + ("s" if days > 1 else ""))
    if rest or not parts:
        parts.append(f"{rest} hour" + ("" if rest == 1 else "s"))
    return " ".join(parts)
