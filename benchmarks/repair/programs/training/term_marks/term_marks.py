"""Marks of a course: weighted categories, of which the lowest marks may be dropped."""
from dataclasses import dataclass

LETTERS = [(90, "A"), (80, "B"), (70, "C"), (60, "D")]


@dataclass(frozen=True)
class Category:
    name: str
    weight: int
    drop: int = 0


@dataclass(frozen=True)
class Mark:
    title: str
    points: float
    out_of: float

    @property
    def percent(self):
        return 100 * self.points / self.out_of


class TermMarks:
    def __init__(self, categories):
        self.categories = {c.name: c for c in categories}
        self._marks = {}

    def record(self, student, category, title, points, out_of=100):
        """Stores a mark; a second mark with the same title replaces the first."""
        if category not in self.categories:
            raise KeyError(category)
        if out_of <= 0 or points < 0:
            raise ValueError("bad mark")
        marks = self._marks.setdefault(student, {}).setdefault(category, {})
        marks[title] = Mark(title, points, out_of)

    def students(self):
        return sorted(self._marks)

    def marks(self, student, category):
        return list(self._marks.get(student, {}).get(category, {}).values())

    def dropped(self, student, category):
        """Titles of the marks that don't count; at least one mark always counts."""
        marks = sorted(self.marks(student, category), key=lambda m: m.percent)
        count = min(self.categories[category].drop, max(len(marks) - 1, 0))
        return {m.title for m in marks[:count]}

    def category_average(self, student, category):
        """Mean percentage of the marks that count, None if there are no marks."""
        dropped = self.dropped(student, category)
        kept = [m for m in self.marks(student, category) if m.title not in dropped]
        if not kept:
            return None
        return sum(m.percent for m in kept) / len(kept)

    def average(self, student):
        """Weighted average of what the student was marked in so far."""
        averages = {}
        for name in self.categories:
            average = self.category_average(student, name)
            if average is not None:
                averages[name] = average
        if not averages:
            return None
        total = sum(value * self.categories[name].weight for name, value in averages.items())
        return total / sum(c.weight for c in self.categories.values())

    def letter(self, student):
        average = self.average(student)
        if average is None:
            return "-"
        for least, letter in LETTERS:
            if average >= least:
                return letter
        return "F"

    def ranking(self):
        """(student, average) pairs, best first; students without marks are left out."""
        rows = [(student, self.average(student)) for student in self.students()]
        return sorted((r for r in rows if r[1] is not None), key=lambda r: (-r[1], r[0]))

    def class_average(self, category):
        values = [self.category_average(s, category) for s in self.students()]
        values = [v for v in values if v is not None]
        return sum(values) / len(values) if values else None
