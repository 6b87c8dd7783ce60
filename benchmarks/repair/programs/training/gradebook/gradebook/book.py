"""Weighted grades per student."""

from gradebook.letters import letter


class Category:
    """Homework, quizzes, ...: counts `weight` of the total, the `drop` lowest scores are left out."""

    def __init__(self, name, weight, drop=0):
        if weight <= 0:
            raise ValueError("a weight must be positive")
        self.name = name
        self.weight = weight
        self.drop = drop

    def average(self, scores):
        if not scores:
            return None
        kept = scores
        if len(scores) > self.drop:
            kept = scores[self.drop:]
        return sum(kept) / len(kept)


class Gradebook:
    def __init__(self, categories):
        self.categories = {category.name: category for category in categories}
        self._scores = {}

    def record(self, student, category, score, out_of=100):
        if category not in self.categories:
            raise KeyError(f"no category {category!r}")
        by_category = self._scores.setdefault(student, {})
        by_category.setdefault(category, []).append(100 * score / out_of)

    def total(self, student):
        """The weighted mean over the categories that have scores; None without any."""
        earned = weights = 0
        for name, scores in self._scores.get(student, {}).items():
            category = self.categories[name]
            earned += category.weight * category.average(scores)
            weights += category.weight
        return earned / weights if weights else None

    def report(self):
        rows = []
        for student in sorted(self._scores):
            total = self.total(student)
            rows.append(f"{student}: {total:.1f} {letter(total)}")
        return rows
