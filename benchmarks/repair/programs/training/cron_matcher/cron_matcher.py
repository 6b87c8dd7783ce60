"""Parse five-field cron expressions and find when they fire."""
from datetime import datetime, timedelta

MONTHS = {n: i for i, n in enumerate(
    "jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
WEEKDAYS = {n: i for i, n in enumerate("sun mon tue wed thu fri sat".split())}

ALIASES = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
}


class CronError(ValueError):
    pass


def _number(text, low, high, names):
    value = names.get(text.lower())
    if value is None:
        if not text.isdigit():
            raise CronError(f"bad value {text!r}")
        value = int(text)
    if not low <= value <= high:
        raise CronError(f"{value} is not within {low}-{high}")
    return value


def parse_field(text, low, high, names=None):
    """Set of values for a field such as '*/15', '1-5' or 'mon,wed'."""
    names = names or {}
    values = set()
    for item in text.split(","):
        span, slash, step_text = item.partition("/")
        step = _number(step_text, 1, high, {}) if slash else 1
        if span == "*":
            first, last = low, high
        elif "-" in span:
            first, last = (_number(p, low, high, names) for p in span.split("-", 1))
            if first > last:
                raise CronError(f"backwards range {span!r}")
        else:
            first = _number(span, low, high, names)
            last = high if slash else first
        values.update(range(first, last + 1, step))
    return values


class Schedule:
    def __init__(self, expression):
        fields = ALIASES.get(expression, expression).split()
        if len(fields) != 5:
            raise CronError(f"expected five fields, got {len(fields)}")
        self.minutes = parse_field(fields[0], 0, 59)
        self.hours = parse_field(fields[1], 0, 23)
        self.days = parse_field(fields[2], 1, 31)
        self.months = parse_field(fields[3], 1, 12, MONTHS)
        self.weekdays = {d % 7 for d in parse_field(fields[4], 0, 7, WEEKDAYS)}
        self._either_day = fields[2] != "*" and fields[4] != "*"

    def matches_date(self, day):
        if day.month not in self.months:
            return False
        in_days = day.day in self.days
        in_week = day.weekday() in self.weekdays
        if self._either_day:
            return in_days or in_week
        return in_days and in_week

    def matches(self, when):
        return (when.minute in self.minutes and when.hour in self.hours
                and self.matches_date(when))

    def next_after(self, when, horizon_days=1500):
        """First matching minute after the given time, or None."""
        start = when.replace(second=0, microsecond=0) + timedelta(minutes=1)
        for offset in range(horizon_days):
            day = (start + timedelta(days=offset)).date()
            if not self.matches_date(day):
                continue
            for hour in sorted(self.hours):
                for minute in sorted(self.minutes):
                    candidate = datetime(day.year, day.month, day.day, hour, minute)
                    if candidate >= start:
                        return candidate
        return None
