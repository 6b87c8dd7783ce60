"""A parking meter by number plate: coins buy time up to a longest stay."""
from dataclasses import dataclass
from datetime import datetime, timedelta

COINS = (5, 10, 20, 50, 100, 200)


@dataclass
class Stay:
    start: datetime
    until: datetime
    paid: int = 0

    def length(self):
        return self.until - self.start


@dataclass(frozen=True)
class Tariff:
    """Cents for each hour, the least that must be paid and the longest stay."""
    hourly: int
    minimum: int = 20
    longest: timedelta = timedelta(hours=2)

    def time_for(self, cents):
        return timedelta(minutes=cents * 60 // self.hourly)

    def price_of(self, time):
        minutes = -(-time // timedelta(minutes=1))
        return -(-minutes * self.hourly // 60)


class StayTooLong(Exception):
    pass


class ParkingMeter:
    def __init__(self, tariff, fine=2500, grace=timedelta(minutes=5)):
        self.tariff = tariff
        self.fine = fine
        self.grace = grace
        self._stays = {}
        self._box = dict.fromkeys(COINS, 0)

    @staticmethod
    def _plate(text):
        return "".join(text.split()).replace("-", "").upper()

    def pay(self, plate, coins, now):
        """Buy time, or more time for a car that is parked. Returns the end of the stay."""
        unknown = [coin for coin in coins if coin not in self._box]
        if unknown:
            raise ValueError(f"unknown coins {unknown}")
        cents = sum(coins)
        if cents < self.tariff.minimum:
            raise ValueError("too little")
        plate = self._plate(plate)
        stay = self._stays.get(plate)
        if stay is None:
            stay = Stay(now, now)
        until = stay.until + self.tariff.time_for(cents)
        if until - stay.start > self.tariff.longest:
            raise StayTooLong(plate)
        for coin in coins:
            self._box[coin] += 1
        self._stays[plate] = Stay(stay.start, until, stay.paid + cents)
        return until

    def minutes_left(self, plate, now):
        """Whole minutes, 0 for a car that hasn't paid or whose time is over."""
        stay = self._stays.get(self._plate(plate))
        if stay is None or stay.until <= now:
            return 0
        return (stay.until - now) // timedelta(minutes=1)

    def leave(self, plate):
        """The car leaves; returns what was paid for its stay."""
        stay = self._stays.pop(self._plate(plate), None)
        return stay.paid if stay else 0

    def check(self, plate, now):
        """The warden's check: the fine that is due, 0 within the grace."""
        stay = self._stays.get(self._plate(plate))
        if stay is None:
            return self.fine
        return self.fine if now > stay.until + self.grace else 0

    def parked(self, now):
        """Plates with time left, those that end first in front."""
        valid = [(stay.until, plate) for plate, stay in self._stays.items() if stay.until > now]
        return [plate for _, plate in sorted(valid)]

    def missing_for_longest(self, plate):
        """Cents that would fill the car's stay up to the longest one."""
        stay = self._stays.get(self._plate(plate))
        used = stay.length() if stay else timedelta()
        return self.tariff.price_of(self.tariff.longest - used)

    def takings(self):
        return sum(coin * number for coin, number in self._box.items())

    def empty(self):
        """Take all coins out: {coin: number}, without those there are none of."""
        coins = {coin: number for coin, number in self._box.items() if number}
        self._box = dict.fromkeys(COINS, 0)
        return coins
