from collections import defaultdict
from dataclasses import dataclass


@dataclass
class Month:
    days: int = 0
    lowest: float | None = None
    highest: float = 0.0
    rain: float = 0.0
    total: float = 0.0

    def add(self, reading):
        self.rain += reading.rain
        value = reading.celsius
        if value is None:
            return
        self.days += 1
        self.total += value
        if self.lowest is None or value < self.lowest:
            self.lowest = value
        if value > self.highest:
            self.highest = value

    @property
    def mean(self):
        return round(self.total / self.days, 1) if self.days else None


def monthly(readings):
    months = defaultdict(Month)
    for reading in readings:
        months[reading.day.strftime("%Y-%m")].add(reading)
    return dict(months)


def table(readings):
    rows = []
    for name, month in sorted(monthly(readings).items()):
        if month.days == 0:
            rows.append(f"{name}  no readings")
        else:
            rows.append(f"{name}  {month.lowest:>6.1f} {month.mean:>6.1f} {month.highest:>6.1f}  {month.rain:.1f} mm")
    return rows


def frost_days(readings):
    return sum(1 for reading in readings if reading.celsius is not None and reading.celsius < 0)
