"""Round-robin CPU scheduling simulation."""

from collections import deque
from dataclasses import dataclass


@dataclass
class Task:
    name: str
    arrival: int
    burst: int


@dataclass(frozen=True)
class Slice:
    name: str
    start: int
    end: int


def round_robin(tasks, quantum):
    """Simulate and return the list of slices.

    A task that arrives while another one runs (or exactly when its
    slice ends) is queued ahead of the preempted task.
    """
    if quantum < 1:
        raise ValueError("quantum must be positive")
    pending = deque(sorted(tasks, key=lambda t: t.arrival))
    ready = deque()
    timeline = []
    now = 0

    def admit():
        while pending and pending[0].arrival <= now:
            task = pending.popleft()
            ready.append((task.name, task.burst))

    admit()
    while ready or pending:
        if not ready:
            now = pending[0].arrival
            admit()
        name, left = ready.popleft()
        run = min(quantum, left)
        timeline.append(Slice(name, now, now + run))
        now += run
        if left > run:
            ready.append((name, left - run))
        admit()
    return merge(timeline)


def merge(timeline):
    """Join adjacent slices of the same task."""
    merged = []
    for piece in timeline:
        if merged and merged[-1].name == piece.name and merged[-1].end == piece.start:
            merged[-1] = Slice(piece.name, merged[-1].start, piece.end)
        else:
            merged.append(piece)
    return merged


def metrics(tasks, timeline):
    """Map each task to ``(turnaround, waiting, response)``."""
    result = {}
    for task in tasks:
        own = [s for s in timeline if s.name == task.name]
        turnaround = own[-1].end - task.arrival
        result[task.name] = (
            turnaround,
            turnaround - task.burst,
            own[0].start - task.arrival,
        )
    return result


def idle_time(timeline):
    """Time in which nothing ran, from 0 to the last slice."""
    busy = sum(s.end - s.start for s in timeline)
    return (timeline[-1].end if timeline else 0) - busy
