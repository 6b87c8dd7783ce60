"""Find time for a meeting in the calendars of several people.

Times are minutes since midnight; `clock` and `minutes` convert them from and to texts.
"""

from dataclasses import dataclass


def minutes(text):
    hours, _, rest = text.partition(":")
    return int(hours) * 60 + int(rest or 0)


def clock(value):
    return f"{value // 60:02}:{value % 60:02}"


@dataclass(frozen=True, order=True)
class Span:
    """From start until just before end."""

    start: int
    end: int

    def __post_init__(self):
        if self.end <= self.start:
            raise ValueError(f"{clock(self.end)} isn't after {clock(self.start)}")

    @classmethod
    def parse(cls, text):
        """Read a text like "9:00-10:30"."""
        start, _, end = text.partition("-")
        return cls(minutes(start), minutes(end))

    @property
    def length(self):
        return self.end - self.start

    def __str__(self):
        return f"{clock(self.start)}-{clock(self.end)}"


def merge(spans):
    """Join spans that overlap or touch; the result is in order."""
    merged = []
    for span in spans:
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, span.end)
        else:
            merged.append(span)
    return merged


def free(busy, day):
    """The gaps between busy spans within a day."""
    gaps, start = [], day.start
    for span in merge(busy):
        if span.end <= start:
            continue
        if span.start >= day.end:
            break
        if span.start > start:
            gaps.append(Span(start, span.start))
        start = span.end
    if start < day.end:
        gaps.append(Span(start, day.end))
    return gaps


def find(calendars, length, day, step=15):
    """Yield the possible starts of a meeting of everybody, on multiples of `step`."""
    busy = [span for calendar in calendars.values() for span in calendar]
    for gap in free(busy, day):
        start = -(-gap.start // step) * step
        while start + length <= gap.end:
            yield start
            start += step


def first(calendars, length, day, step=15):
    """The earliest meeting as a span, or None."""
    start = next(find(calendars, length, day, step), None)
    return None if start is None else Span(start, start + length)
