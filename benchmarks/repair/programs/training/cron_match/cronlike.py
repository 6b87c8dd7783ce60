"""Matches times against cron lines: `minute hour day month weekday`."""

from datetime import datetime, timedelta

FIELDS = [("minute", 0, 59), ("hour", 0, 23), ("day", 1, 31), ("month", 1, 12), ("weekday", 0, 7)]
NAMES = {name: number for number, name in enumerate(["sun", "mon", "tue", "wed", "thu", "fri", "sat"])}
NICKNAMES = {"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *"}


class CronError(ValueError):
    pass


def _number(text, low, high):
    number = NAMES.get(text.lower(), text) if high == 7 else text
    try:
        number = int(number)
    except ValueError:
        raise CronError(f"not a number: {text!r}") from None
    if not low <= number <= high:
        raise CronError(f"{number} is not from {low} to {high}")
    return number


def parse_field(text, low, high):
    """The numbers of a field like `*`, `*/15`, `1-5`, `mon,fri`, `10-20/2`."""
    numbers = set()
    for part in text.split(","):
        span, _, step = part.partition("/")
        first, dash, last = span.partition("-")
        if span == "*":
            start, end = low, high
        else:
            start = _number(first, low, high)
            end = _number(last, low, high) if dash else (high if step else start)
        if start > end:
            raise CronError(f"{part} goes backwards")
        numbers.update(range(start, end + 1, int(step) if step else 1))
    return numbers


class Cron:
    def __init__(self, line):
        words = NICKNAMES.get(line.strip(), line).split()
        if len(words) != len(FIELDS):
            raise CronError(f"five fields, not {len(words)}")
        parsed = [parse_field(word, low, high) for word, (_, low, high) in zip(words, FIELDS)]
        self.minutes, self.hours, self.days, self.months, self.weekdays = parsed
        self._any_day = words[2] == "*"
        self._any_weekday = words[4] == "*"

    def _day_fits(self, moment):
        weekday = moment.isoweekday() % 7 in self.weekdays
        day = moment.day in self.days
        if self._any_day or self._any_weekday:
            return day and weekday
        return day or weekday

    def matches(self, moment):
        return (
            moment.minute in self.minutes
            and moment.hour in self.hours
            and moment.month in self.months
            and self._day_fits(moment)
        )

    def next_after(self, moment, horizon=366):
        """The next time within so many days; None where there is none."""
        candidate = moment.replace(second=0, microsecond=0) + timedelta(minutes=1)
        end = moment + timedelta(days=horizon)
        while candidate <= end:
            if candidate.month not in self.months or not self._day_fits(candidate):
                candidate = datetime(candidate.year, candidate.month, candidate.day) + timedelta(days=1)
            elif self.matches(candidate):
                return candidate
            else:
                candidate += timedelta(minutes=1)
        return None
