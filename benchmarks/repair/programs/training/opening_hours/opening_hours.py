"""Opening hours as shops write them: `Mo-Fr 08:00-12:00,13:00-18:00; Sa 20:00-02:00; Su off`."""

import re
from dataclasses import dataclass

DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
DAY = 24 * 60


class HoursError(ValueError):
    """Opening hours that nobody can understand."""


@dataclass(frozen=True, order=True)
class Span:
    """From `start` until just before `end`, in minutes of the day; it goes past midnight where end <= start."""

    start: int
    end: int

    @property
    def overnight(self):
        return self.end <= self.start

    @property
    def length(self):
        return (self.end - self.start) % DAY or DAY

    def __str__(self):
        return f"{clock(self.start)}-{clock(self.end)}"


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def parse_clock(text):
    match = re.fullmatch(r"(\d{1,2}):(\d{2})", text.strip())
    if not match or int(match[1]) > 24 or int(match[2]) > 59:
        raise HoursError(f"not a time: {text!r}")
    return (int(match[1]) * 60 + int(match[2])) % DAY


def parse_days(text):
    """The numbers of the days in `Mo-We,Fr`; a range may go over the end of the week."""
    days = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        if first not in DAYS or (last and last not in DAYS):
            raise HoursError(f"not a day: {part!r}")
        day = DAYS.index(first)
        end = DAYS.index(last or first)
        days.append(day)
        while day != end:
            day = (day + 1) % 7
            days.append(day)
    return days


class OpeningHours:
    def __init__(self, text):
        self.week = [[] for _ in DAYS]
        for rule in text.split(";"):
            if rule.strip():
                self._add_rule(rule.strip())

    def _add_rule(self, rule):
        """A later rule replaces what an earlier one says about the same day."""
        names, _, times = rule.partition(" ")
        spans = []
        if times.strip() != "off":
            for part in times.split(","):
                start, dash, end = part.partition("-")
                if not dash:
                    raise HoursError(f"not a span of time: {part!r}")
                spans.append(Span(parse_clock(start), parse_clock(end)))
        for day in parse_days(names):
            self.week[day] = sorted(spans)

    def is_open(self, day, time):
        """Whether the shop is open at a time such as "18:30" of a day such as "Mo"."""
        number, minute = DAYS.index(day), parse_clock(time)
        for span in self.week[number]:
            if span.start <= minute and (minute < span.end or span.overnight):
                return True
        return False

    def minutes_per_week(self):
        return sum(span.length for spans in self.week for span in spans)

    def closed_days(self):
        return [DAYS[number] for number, spans in enumerate(self.week) if not spans]

    def describe(self, day):
        spans = self.week[DAYS.index(day)]
        return ", ".join(map(str, spans)) or "closed"
