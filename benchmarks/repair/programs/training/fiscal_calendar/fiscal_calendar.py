"""Fiscal years that do not start in January.

The fiscal year is named after the calendar year in which it *starts*
unless the calendar was created with ``named_after_end=True``.
"""
from datetime import date, timedelta


class FiscalCalendar:
    def __init__(self, first_month=4, named_after_end=False):
        if not 1 <= first_month <= 12:
            raise ValueError(f"no such month: {first_month}")
        self.first_month = first_month
        self.named_after_end = named_after_end

    def _start_year(self, day):
        return day.year if day.month > self.first_month else day.year - 1

    def _offset(self):
        return 1 if self.named_after_end and self.first_month > 1 else 0

    def year_of(self, day):
        """Label of the fiscal year that contains *day*."""
        return self._start_year(day) + self._offset()

    def bounds(self, label):
        """First and last day of the fiscal year called *label*."""
        start = date(label - self._offset(), self.first_month, 1)
        end = start.replace(year=start.year + 1) - timedelta(days=1)
        return start, end

    def period_of(self, day):
        """Number of the fiscal month, 1 to 12."""
        return (day.month - self.first_month) % 12 + 1

    def quarter_of(self, day):
        """Number of the fiscal quarter, 1 to 4."""
        return (self.period_of(day) - 1) // 3 + 1

    def quarter_bounds(self, label, quarter):
        """First and last day of a quarter of the year called *label*."""
        if quarter not in (1, 2, 3, 4):
            raise ValueError("quarter must be 1..4")
        start, end = self.bounds(label)
        first = _add_months(start, 3 * (quarter - 1))
        if quarter == 4:
            return first, end
        return first, _add_months(start, 3 * quarter) - timedelta(days=1)

    def day_of_year(self, day):
        start, _ = self.bounds(self.year_of(day))
        return (day - start).days + 1


def _add_months(day, months):
    index = day.year * 12 + (day.month - 1) + months
    return date(index // 12, index % 12 + 1, day.day)


def format_period(calendar, day):
    """``FY2023-P05``-style stamp for reports."""
    return f"FY{calendar.year_of(day)}-P{calendar.period_of(day):02d}"
