"""Simulation of a bank of elevators that share the calls of a building."""


class Car:
    """One car: `calls` come from the landings, `targets` from the buttons inside."""

    def __init__(self, name, floor=0):
        self.name = name
        self.floor = floor
        self.direction = 0
        self.calls = []
        self.targets = set()
        self.in_service = True

    @property
    def stops(self):
        return self.targets.union(self.calls)

    def cost(self, floor):
        """How many floors the car travels before it can be at `floor`."""
        distance = floor - self.floor
        if not self.stops or distance * self.direction >= 0:
            return abs(distance)
        turn = max(self.stops) if self.direction > 0 else min(self.stops)
        return abs(turn - self.floor) + abs(turn - floor)

    def press(self, floor):
        if floor != self.floor:
            self.targets.add(floor)

    def _choose_direction(self):
        ahead = [s for s in self.stops if (s - self.floor) * self.direction > 0]
        if ahead:
            return self.direction
        if not self.stops:
            return 0
        nearest = min(self.stops, key=lambda s: (abs(s - self.floor), s))
        return 1 if nearest > self.floor else -1

    def open_doors(self):
        """Serve this floor, if anybody wants to get in or out here."""
        if self.floor not in self.stops:
            return False
        self.targets.discard(self.floor)
        if self.floor in self.calls:
            self.calls.remove(self.floor)
        return True

    def step(self):
        """Serve the floor or move by one; returns the floor served, if any."""
        served = self.floor if self.open_doors() else None
        if served is None:
            self.direction = self._choose_direction()
            self.floor += self.direction
        return served


class Bank:
    def __init__(self, cars):
        self.cars = {car.name: car for car in cars}
        self.waiting = []

    def assigned(self, floor):
        """The car that comes for a call from `floor`."""
        for car in self.cars.values():
            if floor in car.calls:
                return car
        return None

    def call(self, floor):
        """Give a call to the best car; returns the name, None if all are out."""
        car = self.assigned(floor)
        if car is not None:
            return car.name
        usable = [c for c in self.cars.values() if c.in_service]
        if not usable:
            if floor not in self.waiting:
                self.waiting.append(floor)
            return None
        car = min(usable, key=lambda c: (c.cost(floor), c.name))
        car.calls.append(floor)
        return car.name

    def take_out(self, name):
        """Stop a car; other cars take over its calls."""
        car = self.cars[name]
        car.in_service = False
        car.targets.clear()
        for floor in car.calls:
            car.calls.remove(floor)
            self.call(floor)
        car.direction = 0

    def put_back(self, name):
        self.cars[name].in_service = True
        waiting, self.waiting = self.waiting, []
        for floor in waiting:
            self.call(floor)

    def run(self, steps):
        """Let all cars in service work; returns the served (car, floor) in order."""
        served = []
        for _ in range(steps):
            for name, car in sorted(self.cars.items()):
                if car.in_service:
                    floor = car.step()
                    if floor is not None:
                        served.append((name, floor))
        return served
