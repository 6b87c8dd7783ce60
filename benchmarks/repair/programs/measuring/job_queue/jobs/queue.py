"""A queue of jobs by priority (the lowest number first), jobs of the same priority in the order they came."""

import heapq
import itertools


class Empty(Exception):
    pass


class JobQueue:
    def __init__(self):
        self._heap = []
        self._names = set()

    def __len__(self):
        return len(self._heap)

    def put(self, job, priority=10):
        """Add a job, a dict with a name; False where one of that name waits already."""
        name = job["name"]
        if name in self._names:
            return False
        self._names.add(name)
        heapq.heappush(self._heap, (priority, job))
        return True

    def get(self):
        if not self._heap:
            raise Empty
        job = heapq.heappop(self._heap)[-1]
        self._names.discard(job["name"])
        return job

    def cancel(self, name):
        """Take a job out; whether it was there."""
        if name not in self._names:
            return False
        self._heap = [entry for entry in self._heap if entry[-1]["name"] != name]
        heapq.heapify(self._heap)
        self._names.discard(name)
        return True

    def waiting(self):
        """The names in the order they will be run."""
        return [entry[-1]["name"] for entry in sorted(self._heap)]


def chained(*queues):
    """Jobs of several queues, the first queue's before the next one's."""
    return itertools.chain.from_iterable(_drain(queue) for queue in queues)


def _drain(queue):
    while len(queue):
        yield queue.get()
