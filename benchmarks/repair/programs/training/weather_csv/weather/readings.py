"""Daily readings of a weather station: `date,temperature,unit,rain`."""

import csv
from datetime import date
from typing import NamedTuple, Optional


class Reading(NamedTuple):
    day: date
    celsius: Optional[float]
    rain: float


def celsius(text, unit):
    if text in ("", "-", "n/a"):
        return None
    value = float(text.replace(",", "."))
    return round((value - 32) * 5 / 9, 1) if unit.upper() == "F" else value


def read(lines):
    """(readings, lines that could not be read)."""
    readings, bad = [], []
    for row in csv.reader(lines, delimiter=";"):
        if not row or row[0].startswith("#"):
            continue
        try:
            day, temperature, unit, rain = (cell.strip() for cell in row)
            readings.append(Reading(date.fromisoformat(day), celsius(temperature, unit), float(rain or 0)))
        except ValueError:
            bad.append(";".join(row))
    return sorted(readings, key=lambda reading: reading.day), bad
