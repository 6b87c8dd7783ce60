"""A queue that holds every job only once at a time."""

from collections import deque


class PendingQueue:
    def __init__(self):
        self._jobs = deque()
        self._pending = set()

    def __len__(self):
        return len(self._jobs)

    def put(self, job, first=False):
        """Add a job, at the front if it comes first; False where it is waiting already."""
        if job in self._pending:
            return False
        self._pending.add(job)
        if first:
            self._jobs.appendleft(job)
        else:
            self._jobs.append(job)
        return True

    def take(self):
        """The next job, None where there is none."""
        if not self._jobs:
            return None
        job = self._jobs.popleft()
        return job

    def cancel(self, job):
        """Take a waiting job out of the queue; False where it isn't waiting."""
        if job not in self._pending:
            return False
        self._pending.remove(job)
        self._jobs.remove(job)
        return True
