"""Cheapest routes in a bus network."""
import heapq


class NoRoute(Exception):
    pass


class Network:
    def __init__(self):
        self._legs = {}

    def add_leg(self, a, b, minutes, both_ways=True):
        if minutes < 0:
            raise ValueError("negative travel time")
        self._legs.setdefault(a, {})[b] = minutes
        self._legs.setdefault(b, {})
        if both_ways:
            self._legs[b][a] = minutes

    def stops(self):
        return sorted(self._legs)

    def neighbours(self, stop):
        return self._legs[stop]

    def shortest(self, start, goal):
        """Return (minutes, [stops]) of the quickest route."""
        for stop in (start, goal):
            if stop not in self._legs:
                raise KeyError(stop)
        best = {start: 0}
        previous = {}
        queue = [(0, start)]
        while queue:
            cost, stop = heapq.heappop(queue)
            if cost > best[stop]:
                continue
            if stop == goal:
                return cost, self._trace(previous, start, goal)
            for nxt, leg_cost in self._legs[stop].items():
                new_cost = cost + leg_cost
                if nxt not in best or leg_cost < best[nxt]:
                    best[nxt] = new_cost
                    previous[nxt] = stop
                    heapq.heappush(queue, (new_cost, nxt))
        raise NoRoute(f"{start} -> {goal}")

    @staticmethod
    def _trace(previous, start, goal):
        path = [goal]
        while path[-1] != start:
            path.append(previous[path[-1]])
        path.reverse()
        return path

    def reachable(self, start):
        seen = {start}
        todo = [start]
        while todo:
            for nxt in self._legs[todo.pop()]:
                if nxt not in seen:
                    seen.add(nxt)
                    todo.append(nxt)
        return seen
