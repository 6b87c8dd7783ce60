"""Sums up what was done on single days by calendar week (Monday to Sunday, ISO numbers)."""

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True)
class Record:
    day: date
    project: str
    minutes: int


def parse_record(line):
    """A record such as `2021-03-05 web 1:30` or `2021-03-05 web 90`."""
    day, project, time = line.split()
    hours, colon, minutes = time.rpartition(":")
    return Record(date.fromisoformat(day), project, (int(hours) * 60 if colon else 0) + int(minutes))


def week_of(day):
    """The year and number of the week a day is in."""
    _, week, _ = day.isocalendar()
    return day.year, week


def label(key):
    year, week = key
    return f"{year}-W{week:02}"


def monday(key):
    year, week = key
    return date.fromisocalendar(year, week, 1)


def hours(minutes):
    sign = "-" if minutes < 0 else ""
    return f"{sign}{abs(minutes) // 60}:{abs(minutes) % 60:02}"


class Totals:
    def __init__(self, records, weekly_minutes=40 * 60):
        self.target = weekly_minutes
        self.weeks = {}
        for record in records:
            projects = self.weeks.setdefault(week_of(record.day), {})
            projects[record.project] = projects.get(record.project, 0) + record.minutes

    def total(self, key):
        return sum(self.weeks.get(key, {}).values())

    def all_weeks(self):
        """All weeks from the first to the last with a record, also those in which nothing was done."""
        if not self.weeks:
            return []
        day, last = monday(min(self.weeks)), monday(max(self.weeks))
        keys = []
        while day <= last:
            keys.append(week_of(day))
            day += timedelta(weeks=1)
        return keys

    def balance(self):
        """The minutes above or below the target after every week, running."""
        result = {}
        running = 0
        for key in self.all_weeks():
            running += self.total(key) - self.target
            result[label(key)] = running
        return result

    def busiest(self):
        """The label of the week with most minutes, the first of several."""
        if not self.weeks:
            return None
        return label(min(self.weeks, key=lambda key: (-self.total(key), key)))

    def table(self):
        lines = []
        for key in self.all_weeks():
            start = monday(key)
            end = start + timedelta(days=6)
            lines.append(f"{label(key)}  {start:%d.%m.}-{end:%d.%m.}  {hours(self.total(key)):>6}")
            for project, minutes in sorted(self.weeks.get(key, {}).items()):
                lines.append(f"  {project:<18}  {hours(minutes):>6}")
        return "\n".join(lines)


def read(text, weekly_minutes=40 * 60):
    records = [parse_record(line) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return Totals(records, weekly_minutes)
