import asyncio

import pytest

from workers import Pool, Report, run_all


async def forever(payload):
    await asyncio.Event().wait()


def test_timeout():
    report = asyncio.run(run_all(forever, {"a": 1}, timeout=0.01))
    assert report == Report({}, {"a": "timeout"})


def test_error_inside_the_block_stops_busy_workers():
    async def main():
        async with Pool(forever) as pool:
            await pool.submit("a", 1)
            await asyncio.sleep(0)
            raise KeyError("x")

    with pytest.raises(KeyError):
        asyncio.run(main())


def test_more_jobs_than_workers():
    async def same(payload):
        return payload

    report = asyncio.run(run_all(same, {str(n): n for n in range(20)}, size=2))
    assert report.done == {str(n): n for n in range(20)}


def test_no_task_is_left():
    async def main():
        async with Pool(forever) as pool:
            workers = list(pool._workers)
        return [worker.done() for worker in workers], len(asyncio.all_tasks())

    assert asyncio.run(main()) == ([True] * 3, 1)
