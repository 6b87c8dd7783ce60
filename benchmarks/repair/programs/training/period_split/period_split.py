"""Splits a range of dates into weeks, months, quarters or years."""
from dataclasses import dataclass
from datetime import date, timedelta

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, order=True)
class Period:
    """From `first` to `last`, both included."""

    first: date
    last: date

    def __post_init__(self):
        if self.last < self.first:
            raise ValueError("period ends before it begins")

    @property
    def days(self):
        return (self.last - self.first).days + 1

    def __contains__(self, day):
        return self.first <= day <= self.last

    def overlap(self, other):
        """The common part, or None."""
        first = max(self.first, other.first)
        last = min(self.last, other.last)
        return Period(first, last) if first <= last else None


def _month_end(day):
    following = day.replace(day=28) + timedelta(days=4)
    return following.replace(day=1) - ONE_DAY


def _week_end(day):
    return day + timedelta(days=6 - day.weekday())


def _quarter_end(day):
    return _month_end(day.replace(month=day.month // 3 * 3 + 3, day=1))


def _year_end(day):
    return date(day.year, 12, 31)


ENDS = {
    "day": lambda day: day,
    "week": _week_end,
    "month": _month_end,
    "quarter": _quarter_end,
    "year": _year_end,
}


def split(first, last, unit):
    """Calendar periods that cover the range; the outer ones are cut to it."""
    try:
        end_of = ENDS[unit]
    except KeyError:
        raise ValueError(f"unknown unit {unit!r}") from None
    periods = []
    while first <= last:
        end = min(end_of(first), last)
        periods.append(Period(first, end))
        first = end + ONE_DAY
    return periods


def label(period, unit):
    """Short name of a calendar period: 2024-W05, 2024-03, 2024-Q2, 2024."""
    day = period.first
    if unit == "week":
        year, week, _ = day.isocalendar()
        return f"{year}-W{week:02d}"
    if unit == "month":
        return f"{day:%Y-%m}"
    if unit == "quarter":
        return f"{day.year}-Q{(day.month + 2) // 3}"
    if unit == "year":
        return str(day.year)
    return day.isoformat()


def prorate(amount, periods):
    """Share an amount of cents by days; the last period takes what rounding leaves."""
    total = sum(period.days for period in periods)
    shares = [amount * period.days // total for period in periods[:-1]]
    return shares + [amount - sum(shares)]


def bucket(days, first, last, unit):
    """Number of the given days in each period of the range, by label."""
    counts = {}
    for period in split(first, last, unit):
        counts[label(period, unit)] = sum(1 for day in days if day in period)
    return counts


def merge(periods):
    """Join periods that overlap or follow each other without a gap."""
    result = []
    for period in sorted(periods):
        if result and period.first <= result[-1].last + ONE_DAY:
            joined = Period(result[-1].first, max(result[-1].last, period.last))
            result[-1] = joined
        else:
            result.append(period)
    return result
