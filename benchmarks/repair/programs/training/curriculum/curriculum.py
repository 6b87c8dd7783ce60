"""Courses and their prerequisites: checks, study plans, what may be taken next."""


class CycleError(ValueError):
    def __init__(self, courses):
        super().__init__(" -> ".join(courses))
        self.courses = courses


def code_of(text):
    """Course codes are compared without regard to case and outer blanks."""
    return text.strip().upper()


class Curriculum:
    def __init__(self):
        self._needs = {}
        self._credits = {}

    def add(self, course, needs=(), credits=5):
        """Add a course; prerequisites not known so far are added as well."""
        course = code_of(course)
        self._needs.setdefault(course, [])
        self._credits[course] = credits
        for needed in map(code_of, needs):
            self._needs.setdefault(needed, [])
            self._credits.setdefault(needed, 5)
            if needed not in self._needs[course]:
                self._needs[course].append(needed)

    def courses(self):
        return sorted(self._needs)

    def needs(self, course):
        return list(self._needs[code_of(course)])

    def all_needs(self, course):
        """Everything that has to be passed before the course, sorted."""
        found = set()
        todo = self.needs(course)
        while todo:
            needed = todo.pop()
            if needed not in found:
                found.add(needed)
                todo.extend(self._needs[needed])
        return sorted(found)

    def needed_by(self, course):
        course = code_of(course)
        return sorted(c for c, needs in self._needs.items() if course in needs)

    def find_cycle(self):
        """The courses of a cycle, its first one again at the end, or None."""
        cleared = set()
        path = []

        def visit(course):
            if course in cleared:
                return None
            if course in path:
                return path[path.index(course):] + [course]
            path.append(course)
            for needed in self._needs[course]:
                cycle = visit(needed)
                if cycle:
                    return cycle
            cleared.add(course)
            return None

        for course in self.courses():
            cycle = visit(course)
            if cycle:
                return cycle
        return None

    def terms(self):
        """Courses by term, each as early as its prerequisites allow."""
        cycle = self.find_cycle()
        if cycle:
            raise CycleError(cycle)
        plan = []
        done = set()
        while len(done) < len(self._needs):
            term = self.available(done)
            plan.append(term)
            done.update(term)
        return plan

    def available(self, done):
        """Courses not done yet whose prerequisites are all done."""
        done = {code_of(course) for course in done}
        return [
            course for course in self.courses()
            if course not in done and all(n in done for n in self._needs[course])
        ]

    def credits(self, courses):
        return sum(self._credits[code_of(course)] for course in courses)
