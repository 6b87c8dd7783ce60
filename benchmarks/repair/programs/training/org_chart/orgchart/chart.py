"""Who reports to whom."""

from dataclasses import dataclass
from typing import Optional


@dataclass
class Person:
    name: str
    title: str
    manager: Optional["Person"] = None
    budget: int = 0


class OrgChart:
    def __init__(self):
        self._people = {}

    def hire(self, name, title, manager=None, budget=0):
        if name in self._people:
            raise ValueError(f"{name} works here already")
        boss = self._people[manager] if manager is not None else None
        person = self._people[name] = Person(name, title, boss, budget)
        return person

    def reports(self, name):
        """The direct reports, by name."""
        return sorted(p.name for p in self._people.values() if p.manager and p.manager.name == name)

    def chain(self, name):
        """Everybody above a person, the closest first."""
        above = []
        person = self._people[name].manager
        while person is not None:
            above.append(person.name)
            person = person.manager
        return above

    def headcount(self, name):
        return sum(1 + self.headcount(report) for report in self.reports(name))

    def approver(self, name, amount):
        """The closest person above who may approve an amount; None where nobody may."""
        person = self._people[name].manager
        while person.budget < amount:
            person = person.manager
        return person.name

    def common_manager(self, first, second):
        above = self.chain(first)
        for name in self.chain(second):
            if name in above:
                return name
        return None

    def leave(self, name):
        """Take a person out; the reports go to the next one up."""
        person = self._people.pop(name)
        for other in self._people.values():
            if other.manager is person:
                other.manager = person.manager
