"""Timesheets of employees: clocking in and out, breaks, weekly pay."""
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta


class ClockError(Exception):
    """The clock was used in a state that doesn't allow it."""


@dataclass
class Shift:
    start: datetime
    end: datetime | None = None
    breaks: list = field(default_factory=list)
    break_start: datetime | None = None

    @property
    def on_break(self):
        return self.break_start is not None

    def break_time(self):
        return sum((end - start for start, end in self.breaks), timedelta())

    def worked(self):
        """Time paid for; a shift still running counts nothing yet."""
        if self.end is None:
            return timedelta()
        return self.end - self.start - self.break_time()


class Timesheets:
    def __init__(self, overtime_after=40, overtime_factor=1.5):
        self.overtime_after = timedelta(hours=overtime_after)
        self.overtime_factor = overtime_factor
        self._shifts = defaultdict(list)
        self._rates = {}

    def hire(self, name, hourly):
        if hourly <= 0:
            raise ValueError("hourly rate must be positive")
        self._rates[name] = hourly

    def _open_shift(self, name):
        shifts = self._shifts.get(name)
        if shifts and shifts[-1].end is None:
            return shifts[-1]
        return None

    def _need_shift(self, name):
        shift = self._open_shift(name)
        if shift is None:
            raise ClockError(f"{name} is not clocked in")
        return shift

    def clock_in(self, name, when):
        if name not in self._rates:
            raise KeyError(name)
        if self._open_shift(name):
            raise ClockError(f"{name} is already clocked in")
        self._shifts[name].append(Shift(when))

    def start_break(self, name, when):
        shift = self._need_shift(name)
        if shift.on_break:
            raise ClockError(f"{name} is already on a break")
        shift.break_start = when

    def end_break(self, name, when):
        shift = self._need_shift(name)
        if not shift.on_break:
            raise ClockError(f"{name} is not on a break")
        shift.breaks.append((shift.break_start, when))
        shift.break_start = None

    def clock_out(self, name, when):
        """End the running shift and return the time worked in it."""
        shift = self._need_shift(name)
        if when <= shift.start:
            raise ValueError("shift ends before it starts")
        shift.end = when
        return shift.worked()

    def status(self, name):
        shift = self._open_shift(name)
        if shift is None:
            return "out"
        return "break" if shift.on_break else "working"

    def on_break(self):
        """Names of everybody who is on a break now."""
        return sorted(
            name for name, shifts in self._shifts.items() if any(s.on_break for s in shifts)
        )

    def week_hours(self, name):
        """Hours by ISO week, a shift belonging to the week it started in."""
        weeks = defaultdict(timedelta)
        for shift in self._shifts.get(name, []):
            weeks[shift.start.isocalendar()[:2]] += shift.worked()
        return {week: time / timedelta(hours=1) for week, time in weeks.items()}

    def pay(self, name, year, week):
        hours = self.week_hours(name).get((year, week), 0)
        limit = self.overtime_after / timedelta(hours=1)
        overtime = max(0, hours - limit)
        paid_hours = hours - overtime + overtime * self.overtime_factor
        return round(paid_hours * self._rates[name], 2)
