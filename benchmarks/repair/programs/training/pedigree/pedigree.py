"""Family trees: ancestors, common ancestors and what two people call each other."""

from collections import deque
from dataclasses import dataclass

ORDINALS = {1: "first", 2: "second", 3: "third"}
TIMES = {1: "once", 2: "twice"}


@dataclass(frozen=True)
class Person:
    name: str
    father: str | None = None
    mother: str | None = None

    @property
    def parents(self):
        return [parent for parent in (self.father, self.mother) if parent]


class Family:
    def __init__(self, people=()):
        self._people = {}
        for person in people:
            self.add(person)

    def add(self, person):
        if person.name in self._people:
            raise ValueError(f"{person.name} is there twice")
        self._people[person.name] = person

    def parents(self, name):
        """Known parents; somebody who is only named as a parent has none."""
        person = self._people.get(name)
        return person.parents if person else []

    def children(self, name):
        return sorted(person.name for person in self._people.values() if name in person.parents)

    def ancestors(self, name):
        """Everybody above with the least number of generations; the person too, with 0."""
        depths = {}
        waiting = deque([(name, 0)])
        while waiting:
            current, depth = waiting.pop()
            if current in depths:
                continue
            depths[current] = depth
            for parent in self.parents(current):
                waiting.append((parent, depth + 1))
        return depths

    def nearest_common(self, one, other):
        """(ancestor, generations from one, generations from other), or None."""
        mine, yours = self.ancestors(one), self.ancestors(other)
        shared = [(mine[name] + yours[name], name) for name in mine if name in yours]
        if not shared:
            return None
        name = min(shared)[1]
        return name, mine[name], yours[name]

    def relation(self, one, other):
        """What `other` is to `one`."""
        found = self.nearest_common(one, other)
        if found is None:
            return "unrelated"
        _, up, down = found
        if up == down == 0:
            return "self"
        if down == 0:
            return grand(up, "parent")
        if up == 0:
            return grand(down, "child")
        if up == down == 1:
            return "sibling"
        if down == 1:
            return "great-" * (up - 2) + "uncle or aunt"
        if up == 1:
            return "great-" * (down - 2) + "nephew or niece"
        degree, removed = min(up, down) - 1, abs(up - down)
        cousin = f"{ORDINALS.get(degree, f'{degree}th')} cousin"
        return f"{cousin} {TIMES.get(removed, f'{removed} times')} removed" if removed else cousin


def grand(generations, word):
    if generations == 1:
        return word
    return "great-" * (generations - 2) + "grand" + word
