"""Years that don't begin in January: which fiscal year and quarter a day is in, and what was sold in it."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, order=True)
class Quarter:
    """The year is the one in which the fiscal year ends."""

    year: int
    number: int

    def __str__(self):
        return f"FY{self.year % 100:02} Q{self.number}"

    def next(self):
        if self.number == 4:
            return Quarter(self.year + 1, 1)
        return Quarter(self.year, self.number + 1)

    def previous(self):
        if self.number == 1:
            return Quarter(self.year - 1, 4)
        return Quarter(self.year, self.number - 1)

    def year_before(self):
        return Quarter(self.year - 1, self.number)


class FiscalCalendar:
    """A calendar whose years begin on the first day of a month."""

    def __init__(self, first_month=1):
        if not 1 <= first_month <= 12:
            raise ValueError("months are numbered from 1 to 12")
        self.first_month = first_month

    def year(self, day):
        if self.first_month == 1:
            return day.year
        return day.year + 1 if day.month > self.first_month else day.year

    def quarter(self, day):
        return Quarter(self.year(day), (day.month - self.first_month) % 12 // 3 + 1)

    def start(self, quarter):
        """The first day of a quarter."""
        months = self.first_month - 1 + 3 * (quarter.number - 1)
        first = quarter.year if self.first_month == 1 else quarter.year - 1
        return date(first + months // 12, months % 12 + 1, 1)

    def end(self, quarter):
        """The last day of a quarter."""
        return self.start(quarter.next()) - timedelta(days=1)

    def between(self, first, last):
        """All quarters from the one of a day to the one of another day."""
        quarter, end = self.quarter(first), self.quarter(last)
        found = []
        while quarter <= end:
            found.append(quarter)
            quarter = quarter.next()
        return found

    def days_left(self, day):
        return (self.end(self.quarter(day)) - day).days


class Sales:
    def __init__(self, calendar):
        self.calendar = calendar
        self._cents = defaultdict(int)

    def add(self, day, cents):
        self._cents[self.calendar.quarter(day)] += cents

    def total(self, quarter):
        return self._cents.get(quarter, 0)

    def year_total(self, year):
        return sum(cents for quarter, cents in self._cents.items() if quarter.year == year)

    def growth(self, quarter):
        """The change against the same quarter of the year before in percent, None where there is nothing to compare."""
        before = self.total(quarter.year_before())
        if before == 0:
            return None
        return round(100 * (self.total(quarter) - before) / before, 1)

    def report(self):
        lines = []
        for quarter in sorted(self._cents):
            growth = self.growth(quarter)
            change = "" if growth is None else f" {growth:+.1f}%"
            lines.append(f"{quarter} {self.total(quarter) / 100:.2f}{change}")
        return lines
