"""Meeting room bookings within one day; times are 'HH:MM' strings."""
from dataclasses import dataclass


def to_minutes(text):
    hours, minutes = text.split(":")
    value = int(hours) * 60 + int(minutes)
    if not 0 <= value <= 24 * 60:
        raise ValueError(f"bad time: {text}")
    return value


def to_text(minutes):
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


@dataclass(frozen=True, order=True)
class Booking:
    start: int
    end: int
    title: str = ""

    def overlaps(self, other):
        return self.start <= other.end and other.start <= self.end

    @property
    def length(self):
        return self.end - self.start


class Room:
    def __init__(self, name, opens="08:00", closes="18:00"):
        self.name = name
        self.opens = to_minutes(opens)
        self.closes = to_minutes(closes)
        self.bookings = []

    def book(self, start, end, title=""):
        """Add a booking; returns False if the room is taken at that time."""
        new = Booking(to_minutes(start), to_minutes(end), title)
        if new.length <= 0:
            raise ValueError("booking must end after it starts")
        if new.start < self.opens or new.end > self.closes:
            raise ValueError("outside opening hours")
        if any(new.overlaps(b) for b in self.bookings):
            return False
        self.bookings.append(new)
        self.bookings.sort()
        return True

    def free_slots(self, minimum=30):
        """List of (start, end) texts of gaps with at least `minimum` minutes."""
        slots = []
        cursor = self.opens
        for booking in self.bookings:
            if booking.start - cursor >= minimum:
                slots.append((to_text(cursor), to_text(booking.start)))
            cursor = booking.end
        if self.closes - cursor >= minimum:
            slots.append((to_text(cursor), to_text(self.closes)))
        return slots

    def utilisation(self):
        used = sum(b.length for b in self.bookings)
        return used / (self.closes - self.opens)
