"""Fees of a parking garage. Amounts are in cents."""
import math
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

DAY = 24 * 60


@dataclass(frozen=True)
class Tariff:
    grace: int = 15
    per_hour: int = 250
    day_cap: int = 2000
    lost_ticket: int = 4000

    def fee(self, minutes):
        """Each started hour is charged, at most the cap per 24 hours."""
        if minutes <= self.grace:
            return 0
        days, rest = divmod(minutes, DAY)
        hours = math.ceil(rest / 60)
        return days * self.day_cap + min(hours * self.per_hour, self.day_cap)


def started_minutes(entered, left):
    if left < entered:
        raise ValueError("left before entering")
    return math.ceil((left - entered).seconds / 60)


@dataclass
class Ticket:
    plate: str
    entered: datetime
    free_minutes: int = 0


class Garage:
    def __init__(self, capacity, tariff=None):
        self.capacity = capacity
        self.tariff = tariff or Tariff()
        self.tickets = {}
        self.revenue = 0
        self.visits = Counter()

    @property
    def free_places(self):
        return self.capacity - len(self.tickets)

    def enter(self, plate, time):
        plate = self._normal(plate)
        if plate in self.tickets:
            raise ValueError(f"{plate} is inside already")
        if not self.free_places:
            raise RuntimeError("garage is full")
        self.tickets[plate] = Ticket(plate, time)

    def validate(self, plate, minutes):
        """A shop gives free minutes; only the largest gift counts."""
        ticket = self._ticket(plate)
        ticket.free_minutes = max(ticket.free_minutes, minutes)

    def due(self, plate, time):
        """What the driver would pay when leaving at `time`."""
        ticket = self._ticket(plate)
        minutes = started_minutes(ticket.entered, time)
        return self.tariff.fee(max(0, minutes - ticket.free_minutes))

    def leave(self, plate, time, lost_ticket=False):
        """Returns the fee and frees the place."""
        fee = self.due(plate, time)
        if lost_ticket:
            fee = max(fee, self.tariff.lost_ticket)
        ticket = self.tickets.pop(self._normal(plate))
        self.revenue += fee
        self.visits[ticket.plate] += 1
        return fee

    def overstayed(self, time, limit_days):
        """Plates of the cars inside for more than `limit_days`, longest first."""
        stays = [(started_minutes(t.entered, time), t.plate) for t in self.tickets.values()]
        return [plate for minutes, plate in sorted(stays, key=lambda s: (-s[0], s[1]))
                if minutes > limit_days * DAY]

    def _ticket(self, plate):
        try:
            return self.tickets[self._normal(plate)]
        except KeyError:
            raise LookupError(f"{plate} is not inside") from None

    @staticmethod
    def _normal(plate):
        return plate.replace(" ", "").replace("-", "").upper()


def receipt(plate, fee):
    return f"{plate}: {fee / 100:.2f} EUR" if fee else f"{plate}: free"
