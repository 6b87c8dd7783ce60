"""The schedule object."""

from datetime import datetime, timedelta

from .fields import CronError, parse_field


class Schedule:
    """A five-field cron schedule (minute hour day month weekday).

    Weekdays are 0-7 where both 0 and 7 are Sunday.
    """

    def __init__(self, expression):
        parts = expression.split()
        if len(parts) != 5:
            raise CronError("expected five fields")
        minute, hour, day, month, weekday = parts
        self.minutes = parse_field(minute, 0, 59)
        self.hours = parse_field(hour, 0, 23)
        self.days = parse_field(day, 1, 31)
        self.months = parse_field(month, 1, 12)
        self.weekdays = frozenset(d % 7 for d in parse_field(weekday, 0, 7))
        self._any_day = day.startswith("*")
        self._any_weekday = weekday.startswith("*")

    def matches_day(self, moment):
        """Does the schedule run at all on the date of *moment*?"""
        if moment.month not in self.months:
            return False
        by_day = moment.day in self.days
        by_weekday = moment.isoweekday() % 7 in self.weekdays
        if self._any_day and self._any_weekday:
            return by_day and by_weekday
        return by_day or by_weekday

    def matches(self, moment):
        return (
            moment.minute in self.minutes
            and moment.hour in self.hours
            and self.matches_day(moment)
        )

    def next_after(self, moment, limit_days=1500):
        """First matching minute strictly after *moment*."""
        moment = moment.replace(second=0, microsecond=0) + timedelta(minutes=1)
        for _ in range(limit_days):
            if self.matches_day(moment):
                for hour in sorted(self.hours):
                    if hour < moment.hour:
                        continue
                    for minute in sorted(self.minutes):
                        if hour == moment.hour and minute < moment.minute:
                            continue
                        return moment.replace(hour=hour, minute=minute)
            moment = datetime(moment.year, moment.month, moment.day) + timedelta(days=1)
        return None
