"""Matches mentors and mentees by what both sides wish.

No mentee and mentor who are not matched should prefer each other to what they got. A mentor may take several mentees.
"""

from collections import deque
from dataclasses import dataclass, field


class MatchError(ValueError):
    """Wishes that make no sense."""


@dataclass
class Mentor:
    name: str
    wishes: list
    places: int = 1
    taken: list = field(default_factory=list)

    def accepts(self, mentee):
        return mentee in self.wishes

    def rank(self, mentee):
        """The smaller, the better."""
        return self.wishes.index(mentee)

    @property
    def full(self):
        return len(self.taken) >= self.places

    def worst(self):
        return max(self.taken, key=self.rank)


def check(mentees, mentors):
    """Raise MatchError where somebody wishes for a person twice, or for one who isn't there."""
    for name, wishes in mentees.items():
        if len(set(wishes)) < len(wishes):
            raise MatchError(f"{name} names somebody twice")
        unknown = [wish for wish in wishes if wish not in mentors]
        if unknown:
            raise MatchError(f"{name} wishes for {unknown[0]}, who is no mentor")
    for mentor in mentors.values():
        if len(set(mentor.wishes)) < len(mentor.wishes):
            raise MatchError(f"{mentor.name} names somebody twice")
        if mentor.places < 1:
            raise MatchError(f"{mentor.name} needs a place")


def match(mentees, mentors):
    """The mentor of every mentee, None for those who get nobody.

    mentees: wishes by name, the dearest first. mentors: Mentor objects. Mentees ask one mentor after the other; a mentor
    who is full swaps the least wanted mentee for a better one.
    """
    by_name = {mentor.name: mentor for mentor in mentors}
    check(mentees, by_name)
    for mentor in mentors:
        mentor.taken = []
    open_wishes = {name: deque(wishes) for name, wishes in mentees.items()}
    result = dict.fromkeys(mentees)
    waiting = deque(mentees)
    while waiting:
        mentee = waiting.popleft()
        while open_wishes[mentee]:
            mentor = by_name[open_wishes[mentee].popleft()]
            if not mentor.accepts(mentee):
                continue
            if mentor.full:
                worst = mentor.worst()
                if mentor.rank(worst) < mentor.rank(mentee):
                    continue
                mentor.taken.remove(worst)
                result[worst] = None
            mentor.taken.append(mentee)
            result[mentee] = mentor.name
            break
    return result


def unstable_pairs(mentees, mentors, result):
    """Pairs who would both rather have each other than what they got."""
    pairs = []
    for mentee, wishes in mentees.items():
        got = result[mentee]
        better = wishes[: wishes.index(got)] if got is not None else wishes
        for mentor in mentors:
            if mentor.name not in better or not mentor.accepts(mentee):
                continue
            group = [name for name, other in result.items() if other == mentor.name]
            if len(group) < mentor.places or any(mentor.rank(mentee) < mentor.rank(name) for name in group):
                pairs.append((mentee, mentor.name))
    return pairs


def report(result):
    """Lines with the mentees of every mentor, those without a mentor last."""
    groups = {}
    for mentee, mentor in result.items():
        groups.setdefault(mentor, []).append(mentee)
    alone = groups.pop(None, [])
    lines = [f"{mentor}: {', '.join(sorted(names))}" for mentor, names in sorted(groups.items())]
    if alone:
        lines.append(f"without mentor: {', '.join(sorted(alone))}")
    return lines
