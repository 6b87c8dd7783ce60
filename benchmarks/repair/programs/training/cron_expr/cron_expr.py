"""Matches times against cron expressions and finds the next run."""
from datetime import datetime, timedelta

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
WEEKDAYS = "sun mon tue wed thu fri sat".split()

ALIASES = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
}


class CronError(ValueError):
    """The expression can't be understood."""


def _number(text, low, high, names):
    text = text.lower()
    if text in names:
        return names[text]
    if not text.isdigit():
        raise CronError(f"not a number: {text!r}")
    value = int(text)
    if not low <= value <= high:
        raise CronError(f"{value} is not in {low}-{high}")
    return value


def parse_field(text, low, high, names=None):
    """The set of values that a field such as ``1-5,10/2`` stands for."""
    names = names or {}
    values = set()
    for part in text.split(","):
        span, slash, step_text = part.partition("/")
        step = _number(step_text, 1, high, {}) if slash else 1
        if span == "*":
            first, last = low, high
        elif "-" in span:
            first, last = (_number(end, low, high, names) for end in span.split("-", 1))
            if first > last:
                raise CronError(f"range runs backwards: {span}")
        else:
            first = _number(span, low, high, names)
            last = high if slash else first
        values.update(range(first, last + 1, step))
    return values


class Cron:
    """minute hour day-of-month month day-of-week"""

    def __init__(self, expression):
        self.expression = expression.strip()
        fields = ALIASES.get(self.expression.lower(), self.expression).split()
        if len(fields) != 5:
            raise CronError(f"five fields wanted, not {len(fields)}")
        minute, hour, day, month, weekday = fields
        self.minutes = parse_field(minute, 0, 59)
        self.hours = parse_field(hour, 0, 23)
        self.days = parse_field(day, 1, 31)
        self.months = parse_field(
            month, 1, 12, {name: i for i, name in enumerate(MONTHS, 1)}
        )
        weekdays = parse_field(
            weekday, 0, 7, {name: i for i, name in enumerate(WEEKDAYS)}
        )
        self.weekdays = {value % 7 for value in weekdays}
        self._any_day = day.startswith("*")
        self._any_weekday = weekday.startswith("*")

    def _day_matches(self, moment):
        in_days = moment.day in self.days
        in_weekdays = moment.isoweekday() % 7 in self.weekdays
        if self._any_day or self._any_weekday:
            return in_days and in_weekdays
        return in_days or in_weekdays

    def matches(self, moment):
        return (
            moment.minute in self.minutes
            and moment.hour in self.hours
            and moment.month in self.months
            and self._day_matches(moment)
        )

    def next_after(self, moment, years=8):
        """First matching minute later than `moment`, None if there is none soon."""
        limit = moment.year + years
        moment = moment.replace(second=0, microsecond=0) + timedelta(minutes=1)
        while moment.year <= limit:
            if moment.month not in self.months:
                moment = _first_of_next_month(moment)
            elif not self._day_matches(moment):
                moment = moment.replace(minute=0) + timedelta(days=1)
            elif moment.hour not in self.hours:
                moment = moment.replace(minute=0) + timedelta(hours=1)
            elif moment.minute not in self.minutes:
                moment += timedelta(minutes=1)
            else:
                return moment
        return None

    def upcoming(self, moment, count):
        found = []
        while len(found) < count:
            moment = self.next_after(moment)
            if moment is None:
                break
            found.append(moment)
        return found


def _first_of_next_month(moment):
    if moment.month == 12:
        return datetime(moment.year + 1, 1, 1)
    return datetime(moment.year, moment.month + 1, 1)
