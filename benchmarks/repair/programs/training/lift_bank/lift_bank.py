"""Dispatcher for a bank of lifts: a hall call goes to the car that can be there first."""
from dataclasses import dataclass, field

UP, DOWN, IDLE = 1, -1, 0


@dataclass
class Car:
    name: str
    floor: int = 0
    direction: int = IDLE
    stops: set = field(default_factory=set)
    in_service: bool = True
    travelled: int = 0

    def add_stop(self, floor):
        if floor == self.floor:
            return
        self.stops.add(floor)
        if self.direction == IDLE:
            self.direction = UP if floor > self.floor else DOWN

    def eta(self, floor):
        """Floors to travel until the car is at `floor`.

        A car never turns round before it has made the last stop on its way.
        """
        if not self.stops or self._is_ahead(floor):
            return abs(floor - self.floor)
        turn = max(self.stops)
        return abs(turn - self.floor) + abs(turn - floor)

    def step(self):
        """Travel one floor; tells whether the car stopped there."""
        if not self.stops:
            return False
        self.floor += self.direction
        self.travelled += 1
        stopped = self.floor in self.stops
        self.stops.discard(self.floor)
        if not self.stops:
            self.direction = IDLE
        elif not any(self._is_ahead(stop) for stop in self.stops):
            self.direction = -self.direction
        return stopped

    def _is_ahead(self, floor):
        return (floor - self.floor) * self.direction >= 0


class LiftBank:
    def __init__(self, floors, names):
        self.floors = floors
        self.cars = {name: Car(name) for name in names}

    def call(self, floor):
        """Send a car to `floor`; returns its name."""
        self._check(floor)
        candidates = [car for car in self.cars.values() if car.in_service]
        if not candidates:
            raise RuntimeError("no lift in service")
        car = min(candidates, key=lambda c: (c.eta(floor), len(c.stops), c.name))
        car.add_stop(floor)
        return car.name

    def press(self, name, floor):
        """A passenger inside the car chooses a floor."""
        self._check(floor)
        self.cars[name].add_stop(floor)

    def withdraw(self, name):
        """Take a car out of service; the others take over its stops."""
        car = self.cars[name]
        car.in_service = False
        orphaned = sorted(car.stops)
        car.stops.clear()
        car.direction = IDLE
        return {floor: self.call(floor) for floor in orphaned}

    def restore(self, name):
        self.cars[name].in_service = True

    def step(self):
        """All cars travel one floor; returns {name: floor} of those that stopped."""
        return {name: car.floor for name, car in self.cars.items() if car.step()}

    def run(self, limit=1000):
        """Step until no stop is left; the log of (time, name, floor)."""
        log = []
        for time in range(1, limit + 1):
            if not any(car.stops for car in self.cars.values()):
                break
            log.extend((time, name, floor) for name, floor in sorted(self.step().items()))
        return log

    def _check(self, floor):
        if not 0 <= floor < self.floors:
            raise ValueError(f"no floor {floor}")
