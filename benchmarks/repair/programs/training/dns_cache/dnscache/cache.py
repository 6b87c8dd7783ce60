"""Answers of name servers, kept as long as they may be."""

from dataclasses import dataclass

NOTHING = ()


@dataclass(frozen=True)
class Answer:
    """Values of a name, none where it doesn't exist, and the moment from which they don't hold any more."""

    values: tuple
    expires: int


def key(name, kind):
    return name.lower().rstrip("."), kind


class Cache:
    """`now` tells milliseconds, as the event loop counts them; a time to live (ttl) is in seconds."""

    def __init__(self, now, most=100):
        self._now = now
        self.most = most
        self._answers = {}

    def put(self, name, kind, values, ttl):
        if ttl <= 0:
            return
        if len(self._answers) >= self.most:
            self._make_room()
        expires = self._now() + ttl
        self._answers[key(name, kind)] = Answer(tuple(values), expires)

    def get(self, name, kind):
        """The answer, or None where there is none that holds."""
        answer = self._answers.get(key(name, kind))
        if answer is None or answer.expires <= self._now():
            return None
        return answer

    def ttl(self, name, kind):
        """Whole seconds an answer still holds, 0 where there is none."""
        answer = self.get(name, kind)
        return answer.expires - self._now() if answer else 0

    def _make_room(self):
        """Drop what doesn't hold, and if that is nothing, what would be next."""
        now = self._now()
        old = [name for name, answer in self._answers.items() if answer.expires <= now]
        if not old:
            old = [min(self._answers, key=lambda name: self._answers[name].expires)]
        for name in old:
            del self._answers[name]

    def __len__(self):
        return len(self._answers)
