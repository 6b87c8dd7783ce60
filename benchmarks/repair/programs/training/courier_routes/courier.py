"""Cheapest routes of bicycle couriers through a city of one-way legs."""

import heapq


class City:
    def __init__(self):
        self.legs = {}

    def add_leg(self, start, end, minutes):
        if minutes < 0:
            raise ValueError("minutes must not be negative")
        self.legs.setdefault(start, []).append((end, minutes))
        self.legs.setdefault(end, [])

    def add_street(self, one, other, minutes):
        self.add_leg(one, other, minutes)
        self.add_leg(other, one, minutes)

    def minutes_from(self, start):
        """Minutes to every corner that can be reached."""
        done = {}
        queue = [(0, start)]
        while queue:
            spent, corner = heapq.heappop(queue)
            if corner in done:
                continue
            done[corner] = spent
            for end, minutes in self.legs.get(corner, []):
                if end not in done:
                    heapq.heappush(queue, (minutes, end))
        return done

    def route(self, start, goal):
        """The corners of a quickest route, or None."""
        before = {start: None}
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, corner = heapq.heappop(queue)
            if corner == goal:
                break
            if spent > best[corner]:
                continue
            for end, minutes in self.legs.get(corner, []):
                total = spent + minutes
                if end not in best or total < best[end]:
                    best[end] = total
                    before[end] = corner
                    heapq.heappush(queue, (total, end))
        if goal not in before:
            return None
        corners = []
        while goal is not None:
            corners.append(goal)
            goal = before[goal]
        return corners[::-1]
