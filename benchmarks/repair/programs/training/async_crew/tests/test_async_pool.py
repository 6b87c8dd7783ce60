import asyncio

import pytest
from async_pool import Pool, first_ok


class Meter:
    def __init__(self):
        self.now = self.peak = 0

    def job(self, value, turns=3, fail=False):
        async def run():
            self.now += 1
            self.peak = max(self.peak, self.now)
            for _ in range(turns):
                await asyncio.sleep(0)
            self.now -= 1
            if fail:
                raise RuntimeError(value)
            return value

        return run


def test_values_in_order():
    m = Meter()
    jobs = [m.job(i, turns=5 - i) for i in range(5)]
    assert asyncio.run(Pool(5).values(jobs)) == [0, 1, 2, 3, 4]


def test_limit_respected():
    m = Meter()
    asyncio.run(Pool(2).values([m.job(i) for i in range(6)]))
    assert m.peak == 2


def test_limit_one_is_serial():
    m = Meter()
    asyncio.run(Pool(1).values([m.job(i) for i in range(3)]))
    assert m.peak == 1


def test_errors_collected():
    m = Meter()
    out = asyncio.run(Pool(2).run_all([m.job(1), m.job(2, fail=True), m.job(3)]))
    assert [o.ok for o in out] == [True, False, True]


def test_values_raises():
    m = Meter()
    with pytest.raises(RuntimeError):
        asyncio.run(Pool(2).values([m.job(1), m.job(2, fail=True)]))


def test_finished_counter():
    m = Meter()
    pool = Pool(3)
    asyncio.run(pool.run_all([m.job(i, fail=i == 1) for i in range(4)]))
    assert pool.finished == 4


def test_bad_limit():
    with pytest.raises(ValueError):
        Pool(0)


def test_first_ok():
    m = Meter()
    assert asyncio.run(first_ok([m.job(1, fail=True), m.job(2)])) == 2
