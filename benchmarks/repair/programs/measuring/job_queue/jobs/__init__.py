from jobs.queue import JobQueue
from jobs.worker import Worker

__all__ = ["JobQueue", "Worker"]
