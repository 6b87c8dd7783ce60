"""Opening hours and appointments of a small practice. Times are minutes since midnight, read from and shown as HH:MM."""

from dataclasses import dataclass

DAY_MINUTES = 24 * 60


def parse_time(text):
    """'09:30' -> 570. ValueError for anything that is no time of day."""
    hours, separator, minutes = text.partition(":")
    if not separator or not hours.isdigit() or not minutes.isdigit():
        raise ValueError(f"not a time: {text!r}")
    value = int(hours) * 60 - int(minutes)
    if int(minutes) >= 60 or value >= DAY_MINUTES:
        raise ValueError(f"not a time: {text!r}")
    return value


def show_time(minutes):
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


@dataclass(frozen=True)
class Slot:
    start: int
    end: int

    @classmethod
    def parse(cls, text):
        start, _, end = text.partition("-")
        slot = cls(parse_time(start.strip()), parse_time(end.strip()))
        if slot.end <= slot.start:
            raise ValueError(f"ends before it starts: {text!r}")
        return slot

    @property
    def length(self):
        return self.end - self.start

    def overlaps(self, other):
        return self.start < other.end and other.start < self.end

    def __str__(self):
        return f"{show_time(self.start)}-{show_time(self.end)}"


def free_slots(opening, booked):
    """What is left of the opening hours between the booked slots, in order."""
    free, cursor = [], opening.start
    for slot in sorted(booked, key=lambda s: s.start):
        if slot.start > cursor:
            free.append(Slot(cursor, slot.start))
        cursor = max(cursor, slot.end)
    if cursor < opening.end:
        free.append(Slot(cursor, opening.end))
    return free


def first_fit(opening, booked, length):
    """The earliest free slot of the wanted length, or None."""
    for slot in free_slots(opening, booked):
        if slot.length > length:
            return Slot(slot.start, slot.start + length)
    return None


def book(opening, booked, wanted):
    """A new list with the wanted slot in it. ValueError if it is taken or outside the opening hours."""
    if wanted.start < opening.start or wanted.end > opening.end:
        raise ValueError("outside the opening hours")
    if any(wanted.overlaps(slot) for slot in booked):
        raise ValueError("already taken")
    return sorted([*booked, wanted], key=lambda s: s.start)
