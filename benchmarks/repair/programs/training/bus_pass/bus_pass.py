"""Validates bus passes at the door: period passes and passes with rides."""
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

TRANSFER_TIME = timedelta(minutes=60)
ACCEPTED = {"ride", "transfer", "period"}


@dataclass(frozen=True)
class Tap:
    """One use of a pass; `result` tells what it was accepted or refused for."""

    when: datetime
    line: str
    zone: int
    result: str


@dataclass
class Pass:
    number: str
    zones: set
    taps: list = field(default_factory=list)

    def covers(self, zone):
        return zone in self.zones

    @property
    def last_accepted(self):
        for tap in reversed(self.taps):
            if tap.result in ACCEPTED:
                return tap
        return None


@dataclass
class PeriodPass(Pass):
    """Valid on every day from first to last, both inclusive."""

    first: date = None
    last: date = None

    def validate(self, when, line, zone):
        day = when.date()
        if day < self.first:
            return "not yet valid"
        if day > self.last:
            return "expired"
        return "period"


@dataclass
class RidePass(Pass):
    """Pays a ride for each journey.

    Changing from one line to another within the transfer time of the paid ride is free.
    """

    rides: int = 0

    @property
    def last_ride(self):
        for tap in reversed(self.taps):
            if tap.result == "ride":
                return tap
        return None

    def validate(self, when, line, zone):
        paid = self.last_ride
        if paid is not None and when - paid.when <= TRANSFER_TIME:
            if line != paid.line:
                return "transfer"
        if self.rides <= 0:
            return "no rides left"
        self.rides -= 1
        return "ride"


class Validator:
    def __init__(self):
        self._passes = {}
        self._blocked = set()

    def issue(self, card):
        if card.number in self._passes:
            raise ValueError("number is taken")
        self._passes[card.number] = card

    def block(self, number):
        self._blocked.add(number)

    def unblock(self, number):
        self._blocked.discard(number)

    def tap(self, number, when, line, zone):
        """Check a pass; the tap is kept with the pass, refused or not."""
        card = self._passes.get(number)
        if card is None:
            return "unknown"
        if number in self._blocked:
            result = "blocked"
        elif not card.covers(zone):
            result = "wrong zone"
        else:
            result = card.validate(when, line, zone)
        card.taps.append(Tap(when, line, zone, result))
        return result

    def top_up(self, number, rides):
        card = self._passes[number]
        if not isinstance(card, RidePass):
            raise TypeError("not a pass with rides")
        card.rides += rides
        return card.rides

    def boardings(self, line, day):
        """Number of accepted taps on a line that day."""
        return sum(
            tap.line == line and tap.when.date() == day and tap.result in ACCEPTED
            for card in self._passes.values()
            for tap in card.taps
        )

    def last_line(self, number):
        """The line that a pass was last accepted on, None if it wasn't used yet."""
        tap = self._passes[number].last_accepted
        return tap.line if tap else None
