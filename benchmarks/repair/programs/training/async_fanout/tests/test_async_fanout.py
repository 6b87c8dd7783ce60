import asyncio
import pytest
from async_fanout import AllFailed, call, first_success, gather_limited, map_values, retry


def run(coro):
    return asyncio.run(coro)


async def double(x):
    await asyncio.sleep(0)
    return 2 * x


def test_call():
    assert run(call(double, 4)) == 8
    assert run(call(len, "abc")) == 3


def test_gather_order():
    assert run(gather_limited([lambda i=i: double(i) for i in range(4)], 2)) == [0, 2, 4, 6]


def test_gather_limit():
    with pytest.raises(ValueError):
        run(gather_limited([], 0))


def test_first_success():
    assert run(first_success([{}.__getitem__, double], 3)) == 6


def test_all_failed():
    with pytest.raises(AllFailed) as info:
        run(first_success([{}.__getitem__, int], "x"))
    assert [type(e) for e in info.value.errors] == [KeyError, ValueError]


def test_fallback():
    assert run(first_success([int], "x", fallback=double)) == "xx"


def flaky(failures):
    state = {"n": 0}

    async def func():
        state["n"] += 1
        if state["n"] <= failures:
            raise OSError(state["n"])
        return state["n"]

    return func


def test_retry():
    assert run(retry(flaky(2), 3)) == 3
    with pytest.raises(OSError):
        run(retry(flaky(3), 3))


def test_retry_stops():
    seen = []

    def on_error(attempt, exc):
        seen.append(attempt)
        return attempt < 2

    with pytest.raises(OSError):
        run(retry(flaky(9), 5, on_error))
    assert seen == [1, 2]


@pytest.mark.filterwarnings("ignore")
def test_retry_async_hook():
    seen = []

    async def on_error(attempt, exc):
        seen.append((attempt, exc.args))

    assert run(retry(flaky(2), 5, on_error)) == 3
    assert seen == [(1, (1,)), (2, (2,))]


def test_map_values():
    assert run(map_values(double, {"a": 1, "b": 2})) == {"a": 2, "b": 4}
