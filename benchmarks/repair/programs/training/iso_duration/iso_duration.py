"""Durations such as `P1DT2H30M` (ISO 8601): reads them, writes them, and says them in words."""

import re
from dataclasses import dataclass

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY

PATTERN = re.compile(
    r"(?P<sign>[-+])?P"
    r"(?:(?P<weeks>\d+)W)?"
    r"(?:(?P<days>\d+)D)?"
    r"(?P<time>T(?:(?P<hours>\d+)H)?(?:(?P<minutes>\d+)M)?(?:(?P<seconds>\d+(?:[.,]\d{1,3})?)S)?)?"
)


class DurationError(ValueError):
    """Text that is no duration, or one with months or years, which have no fixed length."""


@dataclass(frozen=True, order=True)
class Duration:
    """A length of time in thousandths of a second."""

    millis: int = 0

    @classmethod
    def of(cls, weeks=0, days=0, hours=0, minutes=0, seconds=0.0, sign=1):
        whole = weeks * WEEK + days * DAY + hours * HOUR + minutes * MINUTE
        return cls(sign * whole * 1000 + round(seconds * 1000))

    def __add__(self, other):
        return Duration(self.millis + other.millis)

    def __sub__(self, other):
        return Duration(self.millis - other.millis)

    def __mul__(self, factor):
        return Duration(round(self.millis * factor))

    def __neg__(self):
        return Duration(-self.millis)

    @property
    def seconds(self):
        return self.millis / 1000

    def parts(self):
        """Days, hours, minutes, seconds and thousandths, all without the sign."""
        rest, millis = divmod(abs(self.millis), 1000)
        rest, seconds = divmod(rest, 60)
        rest, minutes = divmod(rest, 60)
        days, hours = divmod(rest, 24)
        return days, hours, minutes, seconds, millis

    def __str__(self):
        days, hours, minutes, seconds, millis = self.parts()
        text = f"{days}D" if days else ""
        time = ""
        if hours:
            time += f"{hours}H"
        if minutes:
            time += f"{minutes}M"
        if seconds or millis:
            fraction = f".{millis:03}".rstrip("0") if millis else ""
            time += f"{seconds}{fraction}S"
        if time:
            text += "T" + time
        sign = "-" if self.millis < 0 else ""
        return f"{sign}P{text or 'T0S'}"

    def words(self, most=2):
        """The largest units in words, at most so many: `1 day, 2 hours`."""
        names = ["day", "hour", "minute", "second"]
        counts = self.parts()[:4]
        shown = [f"{n} {name}{'' if n == 1 else 's'}" for n, name in zip(counts, names) if n]
        text = ", ".join(shown[:most]) or "no time"
        return f"minus {text}" if self.millis < 0 and shown else text


def parse(text):
    """The Duration of a text. Raises DurationError where it isn't one."""
    match = PATTERN.fullmatch(text.strip().upper())
    if match is None:
        raise DurationError(f"not a duration: {text!r}")
    names = ("weeks", "days", "hours", "minutes", "seconds")
    if not any(match[name] for name in names) or match["time"] == "T":
        raise DurationError(f"nothing is in {text!r}")
    numbers = {name: int(match[name] or 0) for name in names[:4]}
    seconds = float((match["seconds"] or "0").replace(",", "."))
    return Duration.of(**numbers, seconds=seconds, sign=-1 if match["sign"] == "-" else 1)


def total(texts):
    """The sum of durations in text."""
    result = Duration()
    for text in texts:
        result += parse(text)
    return result
