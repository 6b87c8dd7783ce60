"""Bookings of one room on one day, in minutes since midnight."""
from dataclasses import dataclass, replace


class Conflict(Exception):
    pass


def minutes(text):
    """Minutes since midnight of a time such as "9:30"."""
    hours, _, mins = text.partition(":")
    value = int(hours) * 60 + int(mins or 0)
    if not 0 <= value <= 24 * 60:
        raise ValueError(f"not a time of day: {text}")
    return value


def clock(value):
    return f"{value // 60}:{value % 60:02d}"


@dataclass(frozen=True)
class Slot:
    """From start (inclusive) to end (exclusive)."""

    start: int
    end: int
    who: str

    @property
    def length(self):
        return self.end - self.start

    def overlaps(self, start, end):
        return self.start < end and start < self.end

    def __str__(self):
        return f"{clock(self.start)}-{clock(self.end)} {self.who}"


class RoomBook:
    def __init__(self, opens="8:00", closes="18:00"):
        self.opens = minutes(opens)
        self.closes = minutes(closes)
        self._slots = []

    def book(self, start, end, who):
        start, end = self._span(start, end)
        if start < self.opens or end > self.closes:
            raise Conflict("outside opening hours")
        for slot in self._slots:
            if slot.overlaps(start, end):
                raise Conflict(str(slot))
        self._slots.append(Slot(start, end, who))
        self._slots.sort(key=lambda slot: slot.start)

    def cancel(self, start, end):
        """Free the room between two times; returns the minutes given back."""
        start, end = self._span(start, end)
        kept = []
        freed = 0
        for slot in self._slots:
            if not slot.overlaps(start, end):
                kept.append(slot)
                continue
            freed += min(slot.end, end) - max(slot.start, start)
            if slot.start < start:
                kept.append(replace(slot, end=start))
            elif slot.end > end:
                kept.append(replace(slot, start=end))
        self._slots = kept
        return freed

    def free(self, at_least=1):
        """Free spans of the day that last at least so many minutes."""
        spans = []
        cursor = self.opens
        for slot in self._slots:
            spans.append((cursor, slot.start))
            cursor = slot.end
        spans.append((cursor, self.closes))
        return [
            f"{clock(start)}-{clock(end)}"
            for start, end in spans if end - start >= at_least
        ]

    def who_at(self, time):
        moment = minutes(time)
        for slot in self._slots:
            if slot.start <= moment < slot.end:
                return slot.who
        return None

    def usage(self):
        """Booked minutes by person."""
        used = {}
        for slot in self._slots:
            used[slot.who] = used.get(slot.who, 0) + slot.length
        return used

    def listing(self):
        return [str(slot) for slot in self._slots]

    @staticmethod
    def _span(start, end):
        start, end = minutes(start), minutes(end)
        if start >= end:
            raise ValueError("end must be after start")
        return start, end
