"""Print spooler: urgent jobs first, equal ones in order of submission."""
import heapq
from itertools import count

PRIORITIES = {"high": 0, "normal": 1, "low": 2}


class Job:
    def __init__(self, number, title, pages, priority):
        self.number = number
        self.title = title
        self.pages = pages
        self.priority = priority
        self.cancelled = False

    def sort_key(self):
        return (self.number, PRIORITIES[self.priority])

    def __lt__(self, other):
        return self.sort_key() < other.sort_key()

    def __repr__(self):
        return f"Job({self.number}, {self.title!r}, {self.priority})"


class PrintQueue:
    def __init__(self, max_pages=500):
        self.max_pages = max_pages
        self._heap = []
        self._numbers = count(1)
        self._by_number = {}

    def submit(self, title, pages=1, priority="normal"):
        if priority not in PRIORITIES:
            raise ValueError(f"unknown priority {priority}")
        if not 1 <= pages <= self.max_pages:
            raise ValueError("page count out of range")
        job = Job(next(self._numbers), title, pages, priority)
        heapq.heappush(self._heap, job)
        self._by_number[job.number] = job
        return job.number

    def cancel(self, number):
        job = self._by_number.pop(number, None)
        if job is None:
            return False
        job.cancelled = True
        return True

    def next_job(self):
        """Remove and return the next job, or None when idle."""
        while self._heap:
            job = heapq.heappop(self._heap)
            if not job.cancelled:
                del self._by_number[job.number]
                return job
        return None

    def waiting(self):
        return [j.title for j in sorted(self._by_number.values())]

    def pages_waiting(self):
        return sum(j.pages for j in self._by_number.values())
