"""Evaluation of survey answers."""

from collections import Counter
from dataclasses import dataclass, field

SCALE = ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"]


@dataclass
class Question:
    text: str
    kind: str  # "scale", "choice" or "open"
    options: list = field(default_factory=list)
    optional: bool = False

    def accepts(self, answer):
        if answer is None:
            return self.optional
        if self.kind == "scale":
            return answer in SCALE
        if self.kind == "choice":
            return answer in self.options
        return bool(answer.strip())


class Survey:
    def __init__(self, questions):
        self.questions = list(questions)
        self._sheets = []

    def __len__(self):
        return len(self._sheets)

    def submit(self, answers):
        """Take a sheet; the numbers of the questions whose answers are not acceptable (then it isn't taken)."""
        sheet = [answers.get(n) for n in range(len(self.questions))]
        bad = [n for n, (question, answer) in enumerate(zip(self.questions, sheet)) if not question.accepts(answer)]
        if not bad:
            self._sheets.append(sheet)
        return bad

    def answers(self, number):
        return [sheet[number] for sheet in self._sheets if sheet[number] is not None]

    def mean(self, number):
        """The mean on a scale of 1 to 5, rounded to two digits; None without answers."""
        values = [SCALE.index(answer) + 1 for answer in self.answers(number)]
        return round(sum(values) / len(values), 2)

    def shares(self, number):
        """Percent of the answers by option, in the order of the options."""
        question = self.questions[number]
        counts = Counter(self.answers(number))
        total = sum(counts.values()) or 1
        options = SCALE if question.kind == "scale" else question.options
        return {option: round(100 * counts[option] / total) for option in options}

    def summary(self):
        lines = []
        for number, question in enumerate(self.questions):
            count = len(self.answers(number))
            if question.kind == "scale":
                mean = self.mean(number)
                lines.append(f"{question.text} - {'no answers' if mean is None else mean} ({count})")
            elif question.kind == "choice":
                parts = ", ".join(f"{option} {share}%" for option, share in self.shares(number).items())
                lines.append(f"{question.text} - {parts} ({count})")
            else:
                lines.append(f"{question.text} - {count} texts")
        return lines

    def cross(self, by, number):
        """The mean of a scale question for every option of a choice question."""
        result = {}
        for option in self.questions[by].options:
            part = Survey(self.questions)
            part._sheets = [sheet for sheet in self._sheets if sheet[by] == option]
            result[option] = part.mean(number)
        return result
