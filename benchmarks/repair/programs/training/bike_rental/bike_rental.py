"""Bike rental between docking stations."""
from dataclasses import dataclass, field


class RentalError(Exception):
    """The rental operation can't be done."""


@dataclass
class Station:
    name: str
    docks: int
    bikes: list = field(default_factory=list)

    @property
    def is_full(self):
        return len(self.bikes) >= self.docks


@dataclass
class Rental:
    bike: str
    start: int


@dataclass
class Tariff:
    """Prices in cents: `unlock` once, `block` for each started `minutes` block."""

    unlock: int = 100
    block: int = 50
    minutes: int = 30
    daily_cap: int = 1200

    def price(self, minutes):
        blocks = -(-minutes // self.minutes)
        return min(self.unlock + blocks * self.block, self.daily_cap)


class BikeShare:
    def __init__(self, tariff=None):
        self.tariff = tariff or Tariff()
        self.stations = {}
        self.rentals = {}
        self.balances = {}
        self.broken = set()

    def add_station(self, name, docks, bikes=()):
        if len(bikes) > docks:
            raise RentalError("more bikes than docks")
        self.stations[name] = Station(name, docks, list(bikes))

    def top_up(self, rider, cents):
        self.balances[rider] = self.balances.get(rider, 0) + cents

    def _station(self, name):
        if name not in self.stations:
            raise RentalError(f"no station {name}")
        return self.stations[name]

    def rent(self, rider, station, now):
        """Unlock the first usable bike of the station; returns its name."""
        if rider in self.rentals:
            raise RentalError(f"{rider} has a bike already")
        if self.balances.get(rider, 0) < self.tariff.unlock:
            raise RentalError("balance too low")
        place = self._station(station)
        for bike in place.bikes:
            if bike not in self.broken:
                break
        else:
            raise RentalError(f"no bike at {station}")
        place.bikes.remove(bike)
        self.rentals[rider] = Rental(bike, now)
        return bike

    def give_back(self, rider, station, now, broken=False):
        """End the rider's rental; returns the price, which is taken off the balance."""
        if rider not in self.rentals:
            raise RentalError(f"{rider} has no bike")
        rental = self.rentals.pop(rider)
        place = self._station(station)
        if place.is_full:
            raise RentalError(f"{station} is full")
        if broken:
            self.broken.add(rental.bike)
        place.bikes.append(rental.bike)
        price = self.tariff.price(now - rental.start)
        self.balances[rider] -= price
        return price

    def repair(self, bike):
        self.broken.discard(bike)

    def available(self, station):
        return sum(1 for bike in self._station(station).bikes if bike not in self.broken)

    def on_the_road(self):
        return sorted(rental.bike for rental in self.rentals.values())

    def overdue(self, now, limit=24 * 60):
        """Riders who have had their bike for more than `limit` minutes."""
        return sorted(r for r, rental in self.rentals.items() if now - rental.start > limit)
