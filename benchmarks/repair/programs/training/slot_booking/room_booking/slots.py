"""Half-open time slots, in minutes since midnight."""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Slot:
    start: int
    end: int

    def __post_init__(self):
        if not 0 <= self.start < self.end <= 24 * 60:
            raise ValueError(f"bad slot {self.start}-{self.end}")

    @property
    def length(self):
        return self.end - self.start

    def overlaps(self, other):
        return self.start < other.end and other.start <= self.end

    def contains(self, minute):
        return self.start <= minute < self.end

    def __str__(self):
        return "{:02d}:{:02d}-{:02d}:{:02d}".format(
            *divmod(self.start, 60), *divmod(self.end, 60)
        )


def parse_slot(text):
    """``"09:00-10:30"`` -> Slot(540, 630)"""
    first, _, second = text.partition("-")
    return Slot(_minutes(first), _minutes(second))


def _minutes(text):
    hours, sep, minutes = text.strip().partition(":")
    if not sep:
        raise ValueError(f"bad time {text!r}")
    return int(hours) * 60 + int(minutes)
