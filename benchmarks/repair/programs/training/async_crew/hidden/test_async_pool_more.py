import asyncio

import pytest
from async_pool import Pool, first_ok


def tracker():
    log = []

    def make(name, turns=2, fail=False):
        async def run():
            log.append("+" + name)
            for _ in range(turns):
                await asyncio.sleep(0)
            log.append("-" + name)
            if fail:
                raise KeyError(name)
            return name
        return run
    return log, make


def peak(log):
    now = best = 0
    for entry in log:
        now += 1 if entry[0] == "+" else -1
        best = max(best, now)
    return best


def test_serial_log():
    log, make = tracker()
    asyncio.run(Pool(1).values([make("a"), make("b"), make("c")]))
    assert log == ["+a", "-a", "+b", "-b", "+c", "-c"]


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_peaks(limit):
    log, make = tracker()
    asyncio.run(Pool(limit).values([make(str(i), turns=1 + i % 3) for i in range(9)]))
    assert peak(log) == limit


def test_failures_free_their_slot():
    log, make = tracker()
    out = asyncio.run(Pool(1).run_all([make("a", fail=True), make("b", fail=True), make("c")]))
    assert [o.ok for o in out] == [False, False, True]
    assert peak(log) == 1


def test_empty():
    assert asyncio.run(Pool(2).values([])) == []


def test_none_ok():
    _, make = tracker()
    with pytest.raises(LookupError):
        asyncio.run(first_ok([make("a", fail=True)]))


def test_pool_reuse():
    log, make = tracker()
    pool = Pool(2)
    asyncio.run(pool.values([make("a"), make("b")]))
    asyncio.run(pool.values([make("c"), make("d"), make("e")]))
    assert pool.finished == 5
    assert peak(log) == 2
