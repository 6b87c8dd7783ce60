import asyncio

import pytest

from loader import Loader


class Flaky:
    """Fails the first `failures` times."""

    def __init__(self, failures):
        self.failures = failures
        self.calls = 0

    async def __call__(self, key):
        self.calls += 1
        await asyncio.sleep(0)
        if self.calls <= self.failures:
            raise ValueError(self.calls)
        return self.calls


def test_every_error_is_new():
    async def main():
        loader = Loader(Flaky(3))
        seen = []
        for _ in range(3):
            with pytest.raises(ValueError) as caught:
                await loader.get("k")
            seen.append(caught.value.args[0])
        return seen, await loader.get("k"), await loader.get("k")

    assert asyncio.run(main()) == ([1, 2, 3], 4, 4)


def test_nothing_runs_after_an_error():
    async def main():
        loader = Loader(Flaky(1))
        await asyncio.gather(loader.get("k"), loader.get("k"), return_exceptions=True)
        return loader.running, loader.loads

    assert asyncio.run(main()) == ([], 1)


def test_many_again():
    async def main():
        loader = Loader(Flaky(1))
        return await loader.get_many(["k"]), await loader.get_many(["k"])

    assert asyncio.run(main()) == ({}, {"k": 2})


def test_waiting_tasks_get_the_error():
    async def main():
        loader = Loader(Flaky(1))
        first = asyncio.create_task(loader.get("k"))
        second = asyncio.create_task(loader.get("k"))
        results = await asyncio.gather(first, second, return_exceptions=True)
        return [result.args for result in results]

    assert asyncio.run(main()) == [(1,), (1,)]


def test_kept_after_success():
    async def main():
        flaky = Flaky(0)
        loader = Loader(flaky)
        await loader.get("k")
        await loader.get("k")
        return flaky.calls

    assert asyncio.run(main()) == 1
