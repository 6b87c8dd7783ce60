"""Spans of a day, in minutes from midnight."""

from dataclasses import dataclass

DAY = 24 * 60


@dataclass(frozen=True, order=True)
class Span:
    """From `start` up to and without `end`."""

    start: int
    end: int

    def __post_init__(self):
        if not 0 <= self.start < self.end <= DAY:
            raise ValueError(f"not a span of a day: {self.start} to {self.end}")

    @property
    def minutes(self):
        return self.end - self.start

    def overlaps(self, other):
        """True where the spans have at least a minute in common."""
        return self.start < other.end and other.start < self.end

    def __str__(self):
        return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in (self.start, self.end))


def parse_minute(text):
    """Minutes from midnight of a text such as 9:30."""
    hours, _, minutes = text.strip().partition(":")
    return int(hours) * 60 + int(minutes or 0)


def parse_span(text):
    """The span of a text such as 9:30-11 or 14:00-15:30."""
    start, _, end = text.partition("-")
    return Span(parse_minute(start), parse_minute(end))
