"""A quiz that gets harder or easier with the answers."""
from dataclasses import dataclass

LOWEST, HIGHEST = 1, 5


@dataclass(frozen=True)
class Question:
    id: int
    level: int
    prompt: str
    answers: tuple

    def accepts(self, text):
        given = " ".join(text.lower().split())
        return given in {answer.lower() for answer in self.answers}


class QuizOver(Exception):
    pass


class QuizLadder:
    """Goes up a level after some right answers in a row, down after each wrong one."""

    def __init__(self, questions, level=2, streak_to_climb=2, length=10):
        if not LOWEST <= level <= HIGHEST:
            raise ValueError("bad level")
        self._pool = {q.id: q for q in questions}
        self.level = level
        self.streak_to_climb = streak_to_climb
        self.length = length
        self.streak = 0
        self.score = 0
        self.current = None
        self.history = []

    @property
    def over(self):
        return not self._pool or len(self.history) >= self.length

    def next_question(self):
        """The question nearest to the level; it is asked again until it is answered."""
        if self.current is not None:
            return self.current
        if self.over:
            raise QuizOver
        chosen = min(self._pool.values(), key=lambda q: (q.level - self.level, q.id))
        self.current = self._pool.pop(chosen.id)
        return self.current

    def answer(self, text):
        if self.current is None:
            raise RuntimeError("no question was asked")
        question, self.current = self.current, None
        right = question.accepts(text)
        self.history.append((question.id, self.level, right))
        if right:
            self.score += 10 * question.level
            self.streak += 1
            if self.streak == self.streak_to_climb:
                self.level = min(self.level + 1, HIGHEST)
                self.streak = 0
        else:
            self.level = max(self.level - 1, LOWEST)
            self.streak = 0
        return right

    def skip(self):
        """Leaves the question out: no points, and the row of right answers ends."""
        if self.current is None:
            raise RuntimeError("no question was asked")
        self.history.append((self.current.id, self.level, None))
        self.current = None
        self.streak = 0

    def accuracy(self):
        """Share of right answers among the questions that weren't skipped."""
        results = [right for _, _, right in self.history if right is not None]
        return sum(results) / len(results) if results else 0.0

    def summary(self):
        peak = max((level for _, level, _ in self.history), default=self.level)
        return {
            "asked": len(self.history),
            "score": self.score,
            "accuracy": self.accuracy(),
            "peak": max(peak, self.level),
        }
