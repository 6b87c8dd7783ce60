"""Regular hours and overtime from a time sheet."""
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta

DAILY = 8 * 60
WEEKLY = 40 * 60


def minutes(clock):
    """Minutes since midnight of "7:45"."""
    hours, _, rest = clock.partition(":")
    result = int(hours) * 60 + int(rest or 0)
    if not 0 <= result <= 24 * 60:
        raise ValueError(f"not a time: {clock}")
    return result


def clock(total):
    return f"{total // 60}:{total % 60:02d}"


@dataclass(frozen=True)
class Shift:
    day: date
    start: str
    end: str
    pause: int = 0

    @property
    def worked(self):
        """Minutes of work; a shift that ends before it starts runs past midnight."""
        length = minutes(self.end) - minutes(self.start)
        if length < 0:
            length += 24 * 60
        return max(0, length - self.pause)


@dataclass(frozen=True)
class Week:
    monday: date
    regular: int
    overtime: int

    @property
    def total(self):
        return self.regular + self.overtime

    def __str__(self):
        return f"{self.monday}: {clock(self.regular)} + {clock(self.overtime)}"


def monday_of(day):
    return day - timedelta(days=day.weekday())


class TimeSheet:
    def __init__(self, name, rate=0):
        self.name = name
        self.rate = rate
        self.shifts = []

    def add(self, day, start, end, pause=0):
        self.shifts.append(Shift(day, start, end, pause))

    def _days(self):
        """Minutes worked by week and day: {monday: {day: minutes}}."""
        result = defaultdict(lambda: defaultdict(int))
        for shift in self.shifts:
            result[monday_of(shift.day)][shift.day] += shift.worked
        return result

    def weeks(self):
        """The weeks with what was worked, oldest first.

        Overtime is what goes beyond 8 hours a day and beyond 40 hours a week.
        """
        weeks = []
        for monday, days in sorted(self._days().items()):
            regular = sum(min(worked, DAILY) for worked in days.values())
            overtime = sum(max(0, worked - DAILY) for worked in days.values())
            excess = max(0, sum(days.values()) - WEEKLY)
            weeks.append(Week(monday, regular - excess, overtime + excess))
        return weeks

    def pay(self, bonus=50):
        """Pay in cents at the hourly rate, overtime with a bonus in percent."""
        regular = sum(week.regular for week in self.weeks())
        overtime = sum(week.overtime for week in self.weeks())
        weighted = regular * 100 + overtime * (100 + bonus)
        return round(weighted * self.rate / 6000)

    def longest_day(self):
        days = {d: worked for week in self._days().values() for d, worked in week.items()}
        return max(days, key=lambda d: (days[d], d), default=None)


def overtime_report(sheets):
    """Lines "name h:mm" of all who have overtime, the most first."""
    totals = [(sum(w.overtime for w in sheet.weeks()), sheet.name) for sheet in sheets]
    totals.sort(key=lambda entry: (-entry[0], entry[1]))
    return [f"{name} {clock(total)}" for total, name in totals if total]
