"""Which meeting room is free when. Times are minutes since midnight."""
from dataclasses import dataclass, field

OPENS = 8 * 60
SHUTS = 18 * 60


def clock(text):
    """'9:30' -> 570"""
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def show(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


class Conflict(Exception):
    """The room is taken."""


@dataclass(order=True)
class Meeting:
    start: int
    end: int
    title: str = field(compare=False)


class Room:
    def __init__(self, name, seats, features=(), cleanup=0):
        self.name = name
        self.seats = seats
        self.features = frozenset(features)
        self.cleanup = cleanup
        self.meetings = []

    def is_free(self, start, end):
        """Nothing may overlap, and there must be time to clean up in between."""
        if start < OPENS or end > SHUTS:
            return False
        return all(
            end + self.cleanup <= meeting.start or meeting.end + self.cleanup <= start
            for meeting in self.meetings
        )

    def book(self, title, start, end):
        if end <= start:
            raise ValueError("meetings must end after they start")
        if not self.is_free(start, end):
            raise Conflict(f"{self.name} is taken at {show(start)}")
        meeting = Meeting(start, end, title)
        self.meetings.append(meeting)
        self.meetings.sort()
        return meeting

    def cancel(self, title):
        before = len(self.meetings)
        self.meetings = [m for m in self.meetings if m.title != title]
        return before - len(self.meetings)

    def next_start(self, length, now=OPENS):
        """Earliest start from `now` on for a meeting of that length, else None."""
        start = max(now, OPENS)
        for meeting in self.meetings:
            if start + length + self.cleanup <= meeting.start:
                break
            start = meeting.end + self.cleanup
        if start + length > SHUTS:
            return None
        return start

    def used(self):
        """Share of the opening hours with meetings, in percent."""
        busy = sum(meeting.end - meeting.start for meeting in self.meetings)
        return round(100 * busy / (SHUTS - OPENS))


class Building:
    def __init__(self, rooms):
        self.rooms = {room.name: room for room in rooms}

    def suitable(self, people, features=()):
        """Rooms that are big enough and have all features, smallest first."""
        wanted = set(features)
        found = [
            room
            for room in self.rooms.values()
            if room.seats >= people and wanted <= room.features
        ]
        return sorted(found, key=lambda room: (room.seats, room.name))

    def free_rooms(self, start, end, people=1, features=()):
        return [
            room.name
            for room in self.suitable(people, features)
            if room.is_free(start, end)
        ]

    def soonest(self, length, people=1, features=(), now=OPENS):
        """(time, room name) of the earliest possible meeting, else None."""
        options = []
        for room in self.suitable(people, features):
            start = room.next_start(length, now)
            if start is not None:
                options.append((start, room.seats, room.name))
        if not options:
            return None
        start, _, name = min(options)
        return show(start), name
