"""Plans a delivery round: every stop has a time window, times are minutes after midnight."""
from dataclasses import dataclass

DAY = 24 * 60


class Late(Exception):
    """A stop, or the depot, can't be reached in time."""


@dataclass(frozen=True)
class Stop:
    name: str
    x: int
    y: int
    opens: int = 0
    closes: int = DAY
    service: int = 5
    parcels: int = 1


@dataclass(frozen=True)
class Visit:
    stop: Stop
    arrival: int
    begin: int
    leave: int

    @property
    def waiting(self):
        return self.begin - self.arrival


def clock(minutes):
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


class Van:
    def __init__(self, depot=(0, 0), start=8 * 60, end=18 * 60, capacity=10, pace=1):
        self.depot = depot
        self.start = start
        self.end = end
        self.capacity = capacity
        self.pace = pace

    def travel(self, here, there):
        """Minutes from one point to another on a street grid."""
        return self.pace * (abs(here[0] - there[0]) + abs(here[1] - there[1]))

    def schedule(self, stops):
        """The visits of the stops in this order. A van that comes too early waits."""
        visits = []
        here, now = self.depot, self.start
        for stop in stops:
            arrival = now + self.travel(here, (stop.x, stop.y))
            begin = max(arrival, stop.opens)
            if begin > stop.closes:
                raise Late(stop.name)
            leave = arrival + stop.service
            visits.append(Visit(stop, arrival, begin, leave))
            here, now = (stop.x, stop.y), leave
        return visits

    def back_at(self, stops):
        """When the van is back at the depot after these stops."""
        visits = self.schedule(stops)
        if not visits:
            return self.start
        last = visits[-1]
        back = last.leave + self.travel((last.stop.x, last.stop.y), self.depot)
        if back > self.end:
            raise Late("depot")
        return back

    def load(self, stops):
        return sum(stop.parcels for stop in stops)

    def best_insertion(self, route, stop):
        """(time back, new route) for the best place of the stop in the route, or None."""
        if self.load(route) + stop.parcels > self.capacity:
            return None
        best = None
        for pos in range(len(route) + 1):
            trial = route[:pos] + [stop] + route[pos:]
            try:
                back = self.back_at(trial)
            except Late:
                continue
            if best is None or back < best[0]:
                best = (back, trial)
        return best

    def plan(self, stops):
        """Insert the stops, tightest window first; returns the route and the left over stops."""
        route, left = [], []
        for stop in sorted(stops, key=lambda s: (s.closes - s.opens, s.closes, s.name)):
            best = self.best_insertion(route, stop)
            if best is None:
                left.append(stop)
            else:
                route = best[1]
        return route, left

    def sheet(self, stops):
        """The driver's sheet, one line per visit."""
        lines = []
        for visit in self.schedule(stops):
            line = f"{clock(visit.begin)}-{clock(visit.leave)} {visit.stop.name}"
            if visit.waiting:
                line += f" (wait {visit.waiting})"
            lines.append(line)
        return lines
