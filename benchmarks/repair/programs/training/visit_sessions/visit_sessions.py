"""Hits of a web site grouped into visits."""

from collections import defaultdict
from dataclasses import dataclass, field


@dataclass
class Visit:
    user: str
    times: list = field(default_factory=list)

    @property
    def length(self):
        return self.times[-1] - self.times[0]


def visits(hits, pause=30):
    """The visits of (user, minute) hits in any order, by user and time; a longer pause begins another visit."""
    minutes = defaultdict(list)
    for user, minute in hits:
        minutes[user].append(minute)
    found = []
    for user in sorted(minutes):
        visit = None
        for minute in sorted(minutes[user]):
            if visit is None or minute - visit.times[0] > pause:
                visit = Visit(user)
                found.append(visit)
            visit.times.append(minute)
    return found


def mean_length(found):
    """The mean length of visits in minutes; 0 where there are none."""
    return sum(visit.length for visit in found) / len(found) if found else 0
