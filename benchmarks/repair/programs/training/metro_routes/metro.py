"""Ways through an underground network."""

from collections import deque


class Network:
    def __init__(self):
        self.lines = {}
        self.neighbours = {}

    def add_line(self, name, stations):
        """A line that runs in both directions."""
        if len(stations) < 2:
            raise ValueError("a line has two stations at least")
        self.lines[name] = list(stations)
        for here, there in zip(stations, stations[1:]):
            self.neighbours.setdefault(here, []).append(there)
            self.neighbours.setdefault(there, []).append(here)

    def way(self, start, goal):
        """The stations of a way with the fewest stops; None where there is none."""
        if start not in self.neighbours or goal not in self.neighbours:
            raise KeyError("no such station")
        queue = deque([(start, [start])])
        seen = {start}
        while queue:
            station, way = queue.pop()
            if station == goal:
                return way
            for following in self.neighbours[station]:
                if following not in seen:
                    seen.add(following)
                    queue.append((following, way + [following]))
        return None

    def stops(self, start, goal):
        way = self.way(start, goal)
        return None if way is None else len(way) - 1

    def lines_at(self, station):
        return sorted(name for name, stations in self.lines.items() if station in stations)

    def changes(self, way):
        """Where to change on a way: stays on a line as long as possible."""
        stations = []
        current = None
        for here, there in zip(way, way[1:]):
            fitting = {n for n in self.lines_at(here) if n in self.lines_at(there)}
            if current is not None and not current & fitting:
                stations.append(here)
                current = fitting
            else:
                current = fitting if current is None else current & fitting
        return stations
