"""A queue of timed jobs with priorities."""
import heapq
from itertools import count


class Job:
    """One scheduled job."""

    def __init__(self, name, run_at, priority, number):
        self.name = name
        self.run_at = run_at
        self.priority = priority
        self.number = number

    def sort_key(self):
        return (-self.priority, self.run_at, self.number)


class Scheduler:
    """Hands out jobs by time; at equal times higher priority goes first.

    Jobs with the same time and priority keep their submission order.
    """

    def __init__(self):
        self._heap = []
        self._numbers = count()

    def submit(self, name, run_at, priority=0):
        """Schedule a job to run at a given time."""
        job = Job(name, run_at, priority, next(self._numbers))
        heapq.heappush(self._heap, (job.sort_key(), job))

    def next_time(self):
        """Time of the earliest job, None if there is none."""
        return self._heap[0][1].run_at if self._heap else None

    def pop_due(self, now):
        """Remove and return the names of all jobs due by now, in order."""
        due = []
        while self._heap and self._heap[0][1].run_at <= now:
            due.append(heapq.heappop(self._heap)[1].name)
        return due

    def __len__(self):
        return len(self._heap)
