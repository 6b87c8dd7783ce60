"""Run coroutine jobs with bounded concurrency, keeping the results ordered."""
import asyncio
from dataclasses import dataclass
from typing import Any, Awaitable, Callable, List, Optional, Sequence

Job = Callable[[], Awaitable[Any]]


@dataclass
class Outcome:
    """What became of one job: either a value or an error."""

    index: int
    value: Any = None
    error: Optional[BaseException] = None

    @property
    def ok(self) -> bool:
        return self.error is None


class Pool:
    """A pool with `limit` slots.

    >>> results = asyncio.run(Pool(2).run_all(jobs))
    """

    def __init__(self, limit: int):
        if limit < 1:
            raise ValueError("limit must be at least 1")
        self.limit = limit
        self.finished = 0
        self._slots: Optional[asyncio.Semaphore] = None

    async def _run_one(self, index: int, job: Job) -> Outcome:
        await self._slots.acquire()
        outcome = Outcome(index)
        self._slots.release()
        try:
            outcome.value = await job()
        except Exception as exc:
            outcome.error = exc
        self.finished += 1
        return outcome

    async def run_all(self, jobs: Sequence[Job]) -> List[Outcome]:
        """Run every job; the outcomes come back in the order of the jobs."""
        self._slots = asyncio.Semaphore(self.limit)
        tasks = [asyncio.ensure_future(self._run_one(i, job)) for i, job in enumerate(jobs)]
        return list(await asyncio.gather(*tasks))

    async def values(self, jobs: Sequence[Job]) -> List[Any]:
        """Like run_all but plain values; the first error is raised."""
        outcomes = await self.run_all(jobs)
        for outcome in outcomes:
            if not outcome.ok:
                raise outcome.error
        return [outcome.value for outcome in outcomes]


async def first_ok(jobs: Sequence[Job], limit: int = 1) -> Any:
    """Value of the earliest listed job which succeeded."""
    for outcome in await Pool(limit).run_all(jobs):
        if outcome.ok:
            return outcome.value
    raise LookupError("no job succeeded")
