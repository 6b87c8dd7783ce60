"""When support tickets have to be answered: office hours only."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta

OPEN, CLOSE = time(9), time(17)
TARGET = {"urgent": timedelta(hours=2), "normal": timedelta(hours=8), "low": timedelta(hours=24)}


def next_opening(moment):
    """The moment itself in office hours, else the start of the next office day."""
    if moment.time() >= CLOSE:
        moment = datetime.combine(moment.date() + timedelta(days=1), OPEN)
    elif moment.time() < OPEN:
        moment = datetime.combine(moment.date(), OPEN)
    return moment


def add_office_time(start, duration):
    moment = next_opening(start)
    while True:
        closing = datetime.combine(moment.date(), CLOSE)
        if moment + duration <= closing:
            return moment + duration
        duration -= closing - moment
        moment = next_opening(closing)


@dataclass
class Ticket:
    number: int
    opened: datetime
    priority: str = "normal"
    answered: datetime | None = None

    @property
    def due(self):
        return add_office_time(self.opened, TARGET[self.priority])

    def is_late(self, now):
        return (self.answered or now) > self.due


def worklist(tickets, now):
    """Open tickets, late ones marked, the most pressing first."""
    waiting = sorted((t for t in tickets if t.answered is None), key=lambda t: (t.due, t.number))
    return [f"{'!' if t.is_late(now) else ' '} #{t.number} {t.due:%a %H:%M}" for t in waiting]
