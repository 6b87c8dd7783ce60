"""What came of a schedule."""

from __future__ import annotations

from edf.model import Job, Slice


def finish_times(slices: list[Slice]) -> dict[str, int]:
    """When each job was done."""
    return {part.name: part.stop for part in slices}


def lateness(jobs: list[Job], slices: list[Slice]) -> dict[str, int]:
    """By how much the jobs that were late missed their deadlines."""
    done = finish_times(slices)
    return {job.name: done[job.name] - job.deadline for job in jobs if done[job.name] > job.deadline}


def utilisation(slices: list[Slice]) -> float:
    """The share of the time up to the last stop that the machine was busy."""
    if not slices:
        return 0.0
    return sum(part.stop - part.start for part in slices) / slices[-1].stop
