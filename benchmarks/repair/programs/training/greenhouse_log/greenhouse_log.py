"""Climate log of a greenhouse: readings per sensor, summaries, gaps and alarms."""
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True)
class Reading:
    at: datetime
    sensor: str
    temp: float
    humidity: float | None = None


def parse_line(line):
    """'2024-03-01 08:00;bench1;21.5;60' - humidity may be missing or empty."""
    stamp, sensor, temp, *rest = (part.strip() for part in line.split(";"))
    humidity = float(rest[0]) if rest and rest[0] else None
    return Reading(datetime.strptime(stamp, "%Y-%m-%d %H:%M"), sensor, float(temp), humidity)


def mean(values):
    values = list(values)
    return round(sum(values) / len(values), 1) if values else None


class ClimateLog:
    def __init__(self, readings=()):
        self.readings = sorted(readings, key=lambda r: r.at)

    @classmethod
    def from_text(cls, text):
        lines = (line.strip() for line in text.splitlines())
        return cls(parse_line(line) for line in lines if line and not line.startswith("#"))

    def sensors(self):
        return sorted({r.sensor for r in self.readings})

    def of(self, sensor):
        return [r for r in self.readings if r.sensor == sensor]

    def daily(self):
        """Per day: lowest and highest temperature, mean humidity (None if unknown)."""
        days = defaultdict(list)
        for r in self.readings:
            days[r.at.date()].append(r)
        return {
            day: {
                "low": min(r.temp for r in found),
                "high": max(r.temp for r in found),
                "humidity": mean(r.humidity for r in found if r.humidity is not None),
            }
            for day, found in days.items()
        }

    def gaps(self, limit=timedelta(hours=1)):
        """(sensor, from, to) wherever a sensor was silent for longer than the limit."""
        found = []
        last = {}
        for r in self.readings:
            before = last.setdefault(r.sensor, r)
            if r.at - before.at > limit:
                found.append((r.sensor, before.at, r.at))
        return found

    def vent_periods(self, open_above=28.0, close_below=24.0):
        """(from, to) of the times when the vent was open; `to` is None if it still is."""
        periods = []
        opened = None
        for r in self.readings:
            if opened is None and r.temp > open_above:
                opened = r.at
            elif opened is not None and r.temp < close_below:
                periods.append((opened, r.at))
                opened = None
        if opened is not None:
            periods.append((opened, None))
        return periods

    def frost_warnings(self, threshold=3.0):
        """First reading of each spell below the threshold, for each sensor."""
        cold = set()
        warnings = []
        for r in self.readings:
            if r.temp >= threshold:
                cold.discard(r.sensor)
            elif r.sensor not in cold:
                cold.add(r.sensor)
                warnings.append(r)
        return warnings
