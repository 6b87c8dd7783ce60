"""Earliest deadline first on one machine, with preemption."""

from __future__ import annotations

import heapq

from edf.model import Job, Slice


def run(jobs: list[Job]) -> list[Slice]:
    """The slices in order of time. Of equal deadlines the job that arrived first goes first, then by name."""
    if len({job.name for job in jobs}) != len(jobs):
        raise ValueError("names must differ")
    waiting = sorted(jobs, key=lambda job: job.arrival)
    left = {job.name: job.length for job in jobs}
    ready: list[tuple[int, int, str]] = []
    slices: list[Slice] = []
    clock = 0
    while waiting or ready:
        if not ready and waiting[0].arrival > clock:
            clock += waiting[0].arrival
        while waiting and waiting[0].arrival <= clock:
            job = waiting.pop(0)
            heapq.heappush(ready, (job.deadline, job.arrival, job.name))
        name = ready[0][2]
        stop = clock + left[name]
        if waiting:
            stop = min(stop, waiting[0].arrival)
        _append(slices, Slice(name, clock, stop))
        left[name] -= stop - clock
        if not left[name]:
            heapq.heappop(ready)
        clock = stop
    return slices


def _append(slices: list[Slice], new: Slice) -> None:
    """Add a slice; one that goes on with the last is joined to it."""
    if slices and slices[-1].name == new.name and slices[-1].stop == new.start:
        new = Slice(new.name, slices.pop().start, new.stop)
    slices.append(new)
