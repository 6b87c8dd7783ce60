"""Organisation chart: who reports to whom, headcounts, cost and moves."""
from dataclasses import dataclass
from typing import Optional


@dataclass
class Person:
    id: int
    name: str
    title: str
    salary: int
    manager: Optional[int] = None


class OrgError(ValueError):
    pass


class OrgChart:
    def __init__(self, people=()):
        self._people = {}
        for person in people:
            self.hire(person)

    def hire(self, person):
        if person.id in self._people:
            raise OrgError(f"id {person.id} is taken")
        if person.manager is not None and person.manager not in self._people:
            raise OrgError(f"unknown manager {person.manager}")
        self._people[person.id] = person

    def person(self, person_id):
        try:
            return self._people[person_id]
        except KeyError:
            raise OrgError(f"unknown id {person_id}") from None

    def reports(self, person_id):
        """Direct reports by name."""
        found = [p for p in self._people.values() if p.manager == person_id]
        return sorted(found, key=lambda p: p.name)

    def chain(self, person_id):
        """Ids of the managers above, nearest first."""
        above = []
        boss = self.person(person_id).manager
        while boss is not None:
            above.append(boss)
            boss = self._people[boss].manager
        return above

    def team(self, person_id):
        """Everybody below, at any depth."""
        members = []
        for report in self.reports(person_id):
            members.append(report)
            members.extend(self.team(report.id))
        return members

    def move(self, person_id, manager_id):
        """Give a person, along with the team, another manager."""
        person = self.person(person_id)
        self.person(manager_id)
        if person_id == manager_id or manager_id in self.chain(person_id):
            raise OrgError(f"{person.name} can't report to {manager_id}")
        person.manager = manager_id

    def leave(self, person_id):
        """Remove a person; the reports go to the next manager above."""
        person = self.person(person_id)
        reports = self.reports(person_id)
        if person.manager is None and reports:
            raise OrgError(f"{person.name} still has reports")
        for report in reports:
            report.manager = person.manager
        del self._people[person_id]

    def cost(self, person_id):
        """Salaries of a person and the whole team."""
        return self.person(person_id).salary + sum(p.salary for p in self.team(person_id))

    def common_manager(self, first, second):
        """The nearest person above (or the same as) both, None without one."""
        line = [first] + self.chain(first)
        for candidate in [second] + self.chain(second):
            if candidate in line:
                return self.person(candidate)
        return None

    def levels(self):
        """Names by distance from the top."""
        result = {}
        for person in self._people.values():
            result.setdefault(len(self.chain(person.id)), []).append(person.name)
        return {level: sorted(names) for level, names in sorted(result.items())}

    def render(self, person_id=None, depth=0):
        """The chart as indented lines with the size of every team."""
        lines = []
        roots = self.reports(None) if person_id is None else [self.person(person_id)]
        for person in roots:
            size = len(self.team(person.id))
            note = f" [{size}]" if size else ""
            lines.append(f"{'  ' * depth}{person.name}, {person.title}{note}")
            for report in self.reports(person.id):
                lines.extend(self.render(report.id, depth + 1))
        return lines
