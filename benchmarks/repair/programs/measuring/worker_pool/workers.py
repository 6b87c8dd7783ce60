"""A pool of asyncio workers that take jobs from a queue."""

import asyncio
from dataclasses import dataclass, field


@dataclass
class Report:
    done: dict = field(default_factory=dict)
    failed: dict = field(default_factory=dict)

    @property
    def ok(self):
        return not self.failed


class PoolClosed(Exception):
    pass


class Pool:
    """`async with Pool(handler) as pool: await pool.submit(...)`; jobs have a name and a payload."""

    def __init__(self, handler, size=3, timeout=None):
        self._handler = handler
        self._size = size
        self._timeout = timeout
        self._queue = None
        self._workers = []
        self.report = Report()

    async def __aenter__(self):
        self._queue = asyncio.Queue()
        self._workers = [asyncio.create_task(self._work()) for _ in range(self._size)]
        return self

    async def __aexit__(self, kind, error, traceback):
        if kind is None:
            await self.join()
        await self.close()

    async def _work(self):
        while True:
            name, payload = await self._queue.get()
            try:
                self.report.done[name] = await asyncio.wait_for(self._handler(payload), self._timeout)
            except TimeoutError:
                self.report.failed[name] = "timeout"
            except Exception as error:
                self.report.failed[name] = f"{type(error).__name__}: {error}"
            finally:
                self._queue.task_done()

    async def submit(self, name, payload):
        if not self._workers:
            raise PoolClosed(name)
        await self._queue.put((name, payload))

    async def join(self):
        """Until all that was submitted is done."""
        await self._queue.join()

    async def close(self):
        """Stop the workers, whatever they do."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers)
        self._workers = []


async def run_all(handler, jobs, size=3, timeout=None):
    """The report of all jobs, a dict of payloads by name."""
    async with Pool(handler, size, timeout) as pool:
        for name, payload in jobs.items():
            await pool.submit(name, payload)
    return pool.report


def summary(report):
    lines = [f"{name}: {result}" for name, result in sorted(report.done.items())]
    lines += [f"{name}: FAILED ({why})" for name, why in sorted(report.failed.items())]
    return lines or ["nothing to do"]
