"""Scores of questionnaires with several scales."""
from collections import defaultdict
from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    """A question that is answered with a number from `low` to `high`."""

    key: str
    scale: str
    low: int = 1
    high: int = 5
    reverse: bool = False

    def points(self, answer):
        """Points of an answer; those of a reversed item run the other way."""
        if not self.low <= answer <= self.high:
            raise ValueError(f"answer {answer} to {self.key} is out of range")
        return self.high - answer if self.reverse else answer


@dataclass
class Response:
    person: str
    answers: dict
    group: str = ""


class Questionnaire:
    """A scale gets no score when fewer than `needed` of its items are answered."""

    def __init__(self, items, needed=0.5):
        keys = [item.key for item in items]
        if len(set(keys)) != len(keys):
            raise ValueError("two items with the same key")
        self.items = list(items)
        self.needed = needed

    @property
    def scales(self):
        return sorted({item.scale for item in self.items})

    def items_of(self, scale):
        found = [item for item in self.items if item.scale == scale]
        if not found:
            raise LookupError(f"no scale {scale}")
        return found

    def limits(self, scale):
        """The lowest and the highest possible score of a scale."""
        items = self.items_of(scale)
        count = len(items)
        return sum(item.low for item in items) / count, sum(item.high for item in items) / count

    def score(self, scale, response):
        """Mean points of the answered items of the scale, None if there are too few."""
        items = self.items_of(scale)
        answered = [item for item in items if response.answers.get(item.key) is not None]
        if not answered or len(answered) < self.needed * len(items):
            return None
        points = [item.points(response.answers[item.key]) for item in answered]
        return sum(points) / len(points)

    def percent(self, scale, response):
        """The score as a whole number from 0 to 100."""
        score = self.score(scale, response)
        if score is None:
            return None
        low, high = self.limits(scale)
        return round((score - low) * 100 / (high - low))

    def profile(self, response):
        return {scale: self.score(scale, response) for scale in self.scales}

    def unanswered(self, response):
        return [item.key for item in self.items if response.answers.get(item.key) is None]

    def group_means(self, scale, responses):
        """Mean score of every group, without the people who have none."""
        scores = defaultdict(list)
        for response in responses:
            score = self.score(scale, response)
            if score is not None:
                scores[response.group].append(score)
        return {group: round(sum(s) / len(s), 2) for group, s in sorted(scores.items())}

    def ranking(self, scale, responses):
        """People with a score, the highest first."""
        scored = [(self.score(scale, r), r.person) for r in responses]
        scored = [pair for pair in scored if pair[0] is not None]
        return [person for _, person in sorted(scored, key=lambda pair: (-pair[0], pair[1]))]


def level(percent):
    if percent is None:
        return "unknown"
    for limit, name in ((75, "high"), (40, "medium")):
        if percent >= limit:
            return name
    return "low"
