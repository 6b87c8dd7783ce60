"""Split a web access log into visitor sessions.

A session of one visitor ends when nothing was seen of them for more
than ``gap`` seconds, or when they hit a path in ``enders``.
"""
from typing import Iterable, Iterator, NamedTuple


class Hit(NamedTuple):
    time: int
    visitor: str
    path: str


class Session(NamedTuple):
    visitor: str
    start: int
    end: int
    paths: tuple

    @property
    def duration(self) -> int:
        return self.end - self.start


def parse_line(line: str) -> Hit:
    """Parse ``<seconds> <visitor> <path>``."""
    time, visitor, path = line.split(maxsplit=2)
    return Hit(int(time), visitor, path.rstrip())


def _close(hits: list) -> Session:
    return Session(
        hits[0].visitor, hits[0].time, hits[-1].time, tuple(h.path for h in hits)
    )


def sessions(hits: Iterable[Hit], gap: int = 1800, enders=("/logout",)) -> Iterator[Session]:
    """Yield sessions as they end; *hits* must be ordered by time."""
    active: dict = {}
    for hit in hits:
        current = active.setdefault(hit.visitor, [])
        if current and hit.time - current[-1].time > gap:
            yield _close(current)
            current = active[hit.visitor] = []
        current.append(hit)
        if hit.path in enders:
            yield _close(active.pop(hit.visitor))


def summary(lines: Iterable[str], gap: int = 1800) -> dict:
    """Map each visitor to ``(sessions, seconds, hits)``."""
    result: dict = {}
    hits = (parse_line(line) for line in lines if line.strip())
    for session in sessions(hits, gap):
        count, seconds, total = result.get(session.visitor, (0, 0, 0))
        result[session.visitor] = (
            count + 1,
            seconds + session.duration,
            total + len(session.paths),
        )
    return result
