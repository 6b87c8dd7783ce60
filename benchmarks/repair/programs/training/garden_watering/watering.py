"""Decides which beds of a garden are watered, and for how long."""

from dataclasses import dataclass
from datetime import date

MM_PER_MINUTE = 0.5
LONGEST = 40
NEED = {"vegetables": 5.0, "flowers": 3.0, "lawn": 4.0, "cactus": 0.5}


@dataclass
class Bed:
    name: str
    kind: str
    moisture: float = 50.0
    last_watered: date | None = None


@dataclass(frozen=True)
class Weather:
    max_temperature: float
    rain_expected: float = 0.0  # mm
    wind: float = 0.0


def need(bed, weather):
    """Millimetres a bed needs today, rain taken off."""
    millimetres = NEED[bed.kind]
    if weather.max_temperature > 30:
        millimetres *= 1.5
    elif weather.max_temperature < 10:
        millimetres *= 0.5
    return max(0.0, millimetres - weather.rain_expected)


def minutes(bed, weather, today):
    """For how long to water; 0 where it isn't needed today."""
    if bed.moisture >= 80:
        return 0
    if weather.wind > 40:
        return 0
    return min(LONGEST, round(need(bed, weather) / MM_PER_MINUTE))


class Controller:
    def __init__(self, beds, valve):
        """valve(name, minutes) opens a valve."""
        self.beds = list(beds)
        self._valve = valve
        self.used = 0

    def run(self, weather, today):
        """Water what needs it, the driest bed first; the names."""
        watered = []
        for bed in sorted(self.beds, key=lambda bed: bed.moisture):
            duration = minutes(bed, weather, today)
            if duration == 0:
                continue
            self._valve(bed.name, duration)
            self.used += duration
            bed.last_watered = today
            watered.append(bed.name)
        return watered
