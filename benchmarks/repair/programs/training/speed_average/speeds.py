"""Sums up tours from their parts."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    km: float
    minutes: int
    climb: int = 0

    @property
    def hours(self):
        return self.minutes / 60


def distance(parts):
    return sum(part.km for part in parts)


def average(parts):
    """Kilometres an hour over the whole tour; pauses (no kilometres) count as well."""
    way = distance(parts)
    hours = sum(part.hours for part in parts)
    return round(sum(p.km / p.hours for p in parts) / len(parts), 1) if hours else 0.0


def fastest(parts):
    """The number of the fastest part, from one; None without parts."""
    if not parts:
        return None
    speeds = [part.km / part.hours for part in parts]
    return speeds.index(max(speeds)) + 1


def effort(parts):
    """Kilometres, with ten more for every thousand metres up."""
    return distance(parts) + sum(part.climb for part in parts) / 100


def duration(parts):
    """3 h 05 min"""
    minutes = sum(part.minutes for part in parts)
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} min" if hours else f"{rest} min"


def summary(name, parts):
    return f"{name}: {distance(parts):.1f} km in {duration(parts)}, {average(parts)} km/h"
