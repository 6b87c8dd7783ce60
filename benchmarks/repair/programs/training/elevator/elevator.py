"""A lift that goes on in one direction as long as somebody wants to."""

from dataclasses import dataclass, field


@dataclass
class Elevator:
    floors: int
    floor: int = 0
    direction: int = 0  # 1 up, -1 down, 0 waiting
    calls: set = field(default_factory=set)
    log: list = field(default_factory=list)

    def call(self, floor):
        if not 0 <= floor < self.floors:
            raise ValueError(f"there is no floor {floor}")
        if floor == self.floor and self.direction == 0:
            self.log.append(f"open {floor}")
            return
        self.calls.add(floor)

    def target(self):
        """The next stop; None where nobody calls."""
        above = [floor for floor in self.calls if floor > self.floor]
        below = [floor for floor in self.calls if floor < self.floor]
        if self.direction >= 0 and above:
            return min(above)
        if below:
            return min(below)
        return min(above) if above else None

    def step(self):
        """One floor on, or the doors open; False where there is nothing to do."""
        if self.floor in self.calls:
            self.calls.discard(self.floor)
            self.log.append(f"open {self.floor}")
            return True
        target = self.target()
        if target is None:
            self.direction = 0
            return False
        self.direction = 1 if target > self.floor else -1
        self.floor += self.direction
        return True

    def run(self):
        while self.step():
            pass
        return self.log

    def next_stops(self):
        """The order in which the present calls would be served."""
        copy = Elevator(self.floors, self.floor, self.direction, set(self.calls))
        stops = []
        while copy.calls:
            target = copy.target() if copy.floor not in copy.calls else copy.floor
            copy.direction = (target > copy.floor) - (target < copy.floor) or copy.direction
            copy.floor = target
            copy.calls.discard(target)
            stops.append(target)
        return stops
