import asyncio

import pytest

from loader import Loader


class Source:
    """Answers with the key in capitals; keys in `down` fail."""

    def __init__(self, *down):
        self.down = set(down)
        self.calls = []

    async def __call__(self, key):
        self.calls.append(key)
        await asyncio.sleep(0)
        if key in self.down:
            raise OSError(key)
        return key.upper()


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_loads():
    assert asyncio.run(Loader(Source()).get("a")) == "A"


def test_kept():
    async def main():
        source = Source()
        loader = Loader(source)
        await loader.get("a")
        await loader.get("a")
        return source.calls

    assert asyncio.run(main()) == ["a"]


def test_expires():
    async def main():
        clock = Clock()
        loader = Loader(Source(), lifetime=10, clock=clock)
        await loader.get("a")
        clock.now = 9.5
        await loader.get("a")
        before = loader.loads
        clock.now = 10.0
        await loader.get("a")
        return before, loader.loads

    assert asyncio.run(main()) == (1, 2)


def test_shared_load():
    async def main():
        loader = Loader(Source())
        values = await asyncio.gather(*(loader.get("a") for _ in range(5)))
        return values, loader.loads

    assert asyncio.run(main()) == (["A"] * 5, 1)


def test_shared_error():
    async def main():
        loader = Loader(Source("a"))
        results = await asyncio.gather(*(loader.get("a") for _ in range(3)), return_exceptions=True)
        return [type(result) for result in results], loader.loads

    assert asyncio.run(main()) == ([OSError] * 3, 1)


def test_error_is_raised():
    with pytest.raises(OSError):
        asyncio.run(Loader(Source("a")).get("a"))


def test_loads_again_after_an_error():
    async def main():
        source = Source("a")
        loader = Loader(source)
        with pytest.raises(OSError):
            await loader.get("a")
        source.down.clear()
        return await loader.get("a")

    assert asyncio.run(main()) == "A"


def test_running():
    async def main():
        loader = Loader(Source("b"))
        task = asyncio.gather(loader.get("b"), loader.get("a"), return_exceptions=True)
        await asyncio.sleep(0)
        during = loader.running
        await task
        return during, loader.running

    assert asyncio.run(main()) == (["a", "b"], [])


def test_forget():
    async def main():
        loader = Loader(Source())
        await loader.get("a")
        loader.forget("a")
        loader.forget("b")
        await loader.get("a")
        return loader.loads

    assert asyncio.run(main()) == 2


def test_many():
    values = asyncio.run(Loader(Source("b")).get_many(["a", "b", "c", "a"]))
    assert values == {"a": "A", "c": "C"}
