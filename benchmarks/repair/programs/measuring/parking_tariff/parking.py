"""What a stay in a car park costs."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

DAY = timedelta(hours=24)


@dataclass(frozen=True)
class Tariff:
    """Prices in cents. The first `free_minutes` cost nothing; if the stay is longer, they are charged like the rest."""

    first_hour: int
    further_hour: int
    daily_max: int
    free_minutes: int = 10
    lost_ticket: int = 5000


CITY = Tariff(first_hour=300, further_hour=200, daily_max=1800)
STATION = Tariff(first_hour=100, further_hour=150, daily_max=900, free_minutes=20)


def hours_started(duration: timedelta) -> int:
    return math.ceil(duration / timedelta(hours=1))


def charge_for_hours(tariff: Tariff, hours: int) -> int:
    if hours <= 0:
        return 0
    return tariff.first_hour + (hours - 1) * tariff.further_hour


def price(tariff: Tariff, entered: datetime, left: datetime) -> int:
    if left < entered:
        raise ValueError("left before entering")
    duration = left - entered
    if duration <= timedelta(minutes=tariff.free_minutes):
        return 0
    full_days, rest = divmod(duration, DAY)
    return full_days * tariff.daily_max + charge_for_hours(tariff, hours_started(rest))


class PayStation:
    def __init__(self, tariff):
        self.tariff = tariff
        self._entered = {}
        self._paid_until = {}
        self.takings = 0

    def enter(self, ticket, when):
        self._entered[ticket] = when

    def pay(self, ticket, when):
        """The amount due; a quarter of an hour remains to leave."""
        entered = self._entered.get(ticket)
        amount = self.tariff.lost_ticket if entered is None else price(self.tariff, entered, when)
        self.takings += amount
        self._paid_until[ticket] = when + timedelta(minutes=15)
        return amount

    def may_leave(self, ticket, when):
        return ticket in self._paid_until and when <= self._paid_until[ticket]
