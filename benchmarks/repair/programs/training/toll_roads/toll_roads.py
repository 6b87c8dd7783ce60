"""Cheapest routes in a road network with tolls."""
import heapq
from collections import defaultdict
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Road:
    start: str
    end: str
    km: int
    toll: int = 0


@dataclass(frozen=True)
class Tariff:
    """What a kilometre costs, and which share of the tolls has to be paid."""

    per_km: int = 1
    toll_percent: int = 100

    def cost(self, road):
        return road.km * self.per_km + road.toll * self.toll_percent // 100


@dataclass(frozen=True)
class Route:
    roads: tuple
    cost: int

    @property
    def places(self):
        if not self.roads:
            return []
        return [self.roads[0].start] + [road.end for road in self.roads]

    @property
    def km(self):
        return sum(road.km for road in self.roads)

    @property
    def tolls(self):
        return sum(road.toll for road in self.roads)


class RoadMap:
    def __init__(self):
        self._roads = defaultdict(list)

    def add(self, start, end, km, toll=0, one_way=False):
        if km <= 0 or toll < 0:
            raise ValueError("bad length or toll")
        self._roads[start].append(Road(start, end, km, toll))
        if one_way:
            self._roads.setdefault(end, [])
        else:
            self._roads[end].append(Road(end, start, km, toll))

    def places(self):
        return sorted(self._roads)

    def cheapest(self, start, goal, tariff=Tariff(), avoid_tolls=False):
        """The cheapest Route, None if the goal is out of reach."""
        for place in (start, goal):
            if place not in self._roads:
                raise KeyError(place)
        queue = [(0, start, ())]
        done = set()
        while queue:
            cost, place, roads = heapq.heappop(queue)
            if place == goal:
                return Route(roads, cost)
            for road in self._roads[place]:
                if road.end in done or (avoid_tolls and road.toll):
                    continue
                done.add(road.end)
                step = tariff.cost(road)
                heapq.heappush(queue, (cost + step, road.end, roads + (road,)))
        return None

    def reachable(self, start, budget, tariff=Tariff()):
        """Places that one can get to without spending more than the budget."""
        found = {}
        for place in self.places():
            route = self.cheapest(start, place, tariff)
            if route is not None and route.cost <= budget and place != start:
                found[place] = route.cost
        return found

    def toll_saving(self, start, goal, tariff=Tariff()):
        """How much the tolls make cheaper, None if there is no way around them."""
        best = self.cheapest(start, goal, tariff)
        free = self.cheapest(start, goal, tariff, avoid_tolls=True)
        if best is None or free is None:
            return None
        return free.cost - best.cost
