import asyncio

import pytest

from workers import Pool, PoolClosed, Report, run_all, summary


async def half(number):
    await asyncio.sleep(0)
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


def test_summary():
    assert summary(Report({"b": 1, "a": 2}, {"c": "timeout"})) == ["a: 2", "b: 1", "c: FAILED (timeout)"]


def test_summary_of_nothing():
    assert summary(Report()) == ["nothing to do"]


def test_ok():
    assert Report({"a": 1}).ok
    assert not Report({}, {"a": "timeout"}).ok


def test_submit_before_start():
    async def main():
        await Pool(half).submit("a", 1)

    with pytest.raises(PoolClosed):
        asyncio.run(main())


def test_join_waits_for_all():
    async def main():
        pool = Pool(half, size=2)
        await pool.__aenter__()
        for number in (2, 4, 6):
            await pool.submit(str(number), number)
        await pool.join()
        return pool.report.done

    assert asyncio.run(main()) == {"2": 1, "4": 2, "6": 3}


def test_run_all():
    report = asyncio.run(run_all(half, {"a": 4, "b": 3}))
    assert report == Report({"a": 2}, {"b": "ValueError: 3 is odd"})


def test_closed_pool_takes_nothing():
    async def main():
        async with Pool(half) as pool:
            pass
        with pytest.raises(PoolClosed):
            await pool.submit("a", 2)
        return True

    assert asyncio.run(main())


def test_no_workers():
    async def main():
        async with Pool(half, size=0) as pool:
            return pool.report

    assert asyncio.run(main()) == Report()
