import asyncio

import pytest

from pool import ConnectionBroken, Pool, run_all


class Backend:
    """Answers in capitals, fails for some texts as often as told."""

    def __init__(self, **failures):
        self.failures = failures
        self.calls = 0

    def __call__(self, text):
        self.calls += 1
        if self.failures.get(text, 0) > 0:
            self.failures[text] -= 1
            raise OSError("no answer")
        return text.upper()


def test_query():
    assert asyncio.run(Pool(Backend()).query("a")) == "A"


def test_connection_is_reused():
    async def main():
        pool = Pool(Backend())
        for text in "abc":
            await pool.query(text)
        return pool.made, pool.idle

    assert asyncio.run(main()) == (1, 1)


def test_size():
    async def main():
        pool = Pool(Backend(), size=2)
        return await run_all(pool, "abcdef"), pool.made

    assert asyncio.run(main()) == (list("ABCDEF"), 2)


def test_failure():
    with pytest.raises(ConnectionBroken, match="no answer"):
        asyncio.run(Pool(Backend(a=1)).query("a"))


def test_other_errors_pass():
    async def main():
        pool = Pool(Backend())
        with pytest.raises(KeyError):
            async with pool.connection():
                raise KeyError("x")
        return pool.idle

    assert asyncio.run(main()) == 1


@pytest.mark.filterwarnings("ignore")
def test_broken_connection_is_reset():
    async def main():
        backend = Backend(a=1)
        pool = Pool(backend, size=1)
        answer = await pool.query("a", attempts=2)
        return answer, pool.made, pool.idle, backend.calls

    assert asyncio.run(main()) == ("A", 1, 1, 2)


@pytest.mark.filterwarnings("ignore")
def test_reset_failure_discards_connection():
    async def main():
        pool = Pool(Backend(a=3), size=1)
        answers = await run_all(pool, ["a", "a", "a", "b"])
        return answers, pool.made, pool.idle

    assert asyncio.run(main()) == ([None, None, None, "B"], 2, 1)
