"""Grades an exam, with bonus questions, voided questions and a curve."""
from dataclasses import dataclass
from math import sqrt

CUTOFFS = {"A": 90, "B": 80, "C": 65, "D": 50}


@dataclass
class Question:
    name: str
    points: int
    bonus: bool = False
    voided: bool = False


def flat(amount):
    """Curve that gives everybody the same number of per cent more."""
    return lambda percents: {who: p + amount for who, p in percents.items()}


def root(percents):
    """Curve that helps the weak more than the strong."""
    return {who: 10 * sqrt(p) for who, p in percents.items()}


def to_top(percents):
    """Curve that lifts the best to 100 and the others by as much."""
    best = max(percents.values(), default=100)
    return flat(max(0, 100 - best))(percents)


class Exam:
    def __init__(self, cutoffs=None):
        self.questions = {}
        self.cutoffs = dict(cutoffs or CUTOFFS)
        self._answers = {}
        self._curve = None

    def add_question(self, name, points, bonus=False):
        if points <= 0:
            raise ValueError("a question must be worth something")
        self.questions[name] = Question(name, points, bonus)

    def enrol(self, student):
        self._answers.setdefault(student, {})

    def mark(self, student, question, points):
        """Enter the points of a student for a question."""
        limit = self.questions[question].points
        if not 0 <= points <= limit:
            raise ValueError(f"{question} is worth 0 to {limit} points")
        self.enrol(student)
        self._answers[student][question] = points

    def void(self, question):
        """The question was a bad one: the exam is graded without it."""
        self.questions[question].voided = True

    def use_curve(self, curve):
        self._curve = curve

    @property
    def max_points(self):
        """Points for 100 per cent."""
        return sum(q.points for q in self.questions.values() if not q.bonus)

    def points(self, student):
        return sum(
            points
            for name, points in self._answers[student].items()
            if not self.questions[name].voided
        )

    def present(self):
        """Those who handed something in."""
        return [student for student, answers in self._answers.items() if answers]

    def percents(self):
        """{student: per cent after the curve, 0 to 100}"""
        total = self.max_points
        if total == 0:
            raise ValueError("there is nothing to grade")
        percents = {s: min(100, 100 * self.points(s) / total) for s in self.present()}
        if self._curve is not None:
            percents = self._curve(percents)
        return {who: round(min(100, p), 1) for who, p in percents.items()}

    def letter(self, percent):
        for letter, cutoff in sorted(self.cutoffs.items(), key=lambda c: -c[1]):
            if percent >= cutoff:
                return letter
        return "F"

    def grades(self):
        """{student: letter}; "-" for those who did not come."""
        percents = self.percents()
        return {
            student: self.letter(percents[student]) if student in percents else "-"
            for student in self._answers
        }

    def mean(self):
        percents = self.percents()
        return round(sum(percents.values()) / len(percents), 1) if percents else None

    def hardest(self):
        """The question with the smallest part of its points reached."""
        def reached(question):
            marks = [self._answers[s].get(question.name, 0) for s in self.present()]
            return sum(marks) / question.points

        counted = [q for q in self.questions.values() if not q.voided]
        return min(counted, key=reached).name if counted else None
