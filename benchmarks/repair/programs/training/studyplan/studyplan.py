"""Plans the terms of a degree from the courses' prerequisites."""
from dataclasses import dataclass


class PlanError(Exception):
    pass


@dataclass(frozen=True)
class Course:
    code: str
    credits: int
    requires: frozenset = frozenset()
    terms: str = "both"

    def offered_in(self, number):
        """Terms are numbered from 1; odd ones are autumn, even ones spring."""
        if self.terms == "both":
            return True
        return self.terms == ("autumn" if number % 2 else "spring")


class Catalogue:
    def __init__(self, courses=()):
        self._courses = {}
        for course in courses:
            self.add(course)

    @classmethod
    def parse(cls, text):
        """Read lines such as  "ALG2 6 spring: ALG1, LOGIC"."""
        catalogue = cls()
        for line in text.splitlines():
            head, _, tail = line.partition(":")
            words = head.split()
            if not words:
                continue
            requires = frozenset(code.strip() for code in tail.split(",") if code.strip())
            terms = words[2] if len(words) > 2 else "both"
            catalogue.add(Course(words[0], int(words[1]), requires, terms))
        return catalogue

    def add(self, course):
        if course.code in self._courses:
            raise PlanError(f"{course.code} is there already")
        self._courses[course.code] = course

    def __getitem__(self, code):
        try:
            return self._courses[code]
        except KeyError:
            raise PlanError(f"unknown course {code}") from None

    def closure(self, codes):
        """The courses together with everything they require."""
        needed, waiting = set(), list(codes)
        while waiting:
            code = waiting.pop()
            if code not in needed:
                needed.add(code)
                waiting.extend(self[code].requires)
        return needed

    def depth(self, code, _path=()):
        """Length of the longest chain of prerequisites, 1 for a course without."""
        if code in _path:
            raise PlanError(f"circular prerequisites of {code}")
        requires = self[code].requires
        return 1 + max((self.depth(r, _path + (code,)) for r in requires), default=0)


class Planner:
    """Prerequisites have to be passed in an earlier term."""

    def __init__(self, catalogue, max_credits=30):
        self.catalogue = catalogue
        self.max_credits = max_credits

    def _order(self, codes):
        """Basic courses first, by code where equal."""
        return sorted(codes, key=lambda code: (self.catalogue.depth(code), code))

    def plan(self, goals, passed=()):
        """A list of terms, each a list of codes, so that all goals are reached."""
        done = set(passed)
        open_courses = self._order(self.catalogue.closure(goals) - done)
        terms = []
        idle = 0
        while open_courses:
            number = len(terms) + 1
            chosen = []
            left = self.max_credits
            for code in open_courses:
                course = self.catalogue[code]
                if not course.offered_in(number) or course.credits > left:
                    continue
                if course.requires <= done:
                    chosen.append(code)
                    left -= course.credits
                    done.add(code)
            open_courses = [code for code in open_courses if code not in done]
            terms.append(chosen)
            idle = 0 if chosen else idle + 1
            if idle == 2:
                raise PlanError("no course can be taken")
        return terms

    def load(self, terms):
        """Credits of each term."""
        return [sum(self.catalogue[code].credits for code in term) for term in terms]


def describe(planner, terms):
    lines = []
    for number, (term, credits) in enumerate(zip(terms, planner.load(terms)), start=1):
        lines.append(f"{number}: {', '.join(term) or '-'} ({credits})")
    return "\n".join(lines)
