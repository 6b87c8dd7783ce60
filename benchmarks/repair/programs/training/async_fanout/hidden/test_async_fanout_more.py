import asyncio
import pytest
from async_fanout import first_success, gather_limited, map_values, retry

pytestmark = pytest.mark.filterwarnings("ignore")


def run(c):
    return asyncio.run(c)


class Flaky:
    def __init__(self, failures):
        self.failures = failures
        self.calls = 0

    def __call__(self):
        self.calls += 1
        if self.calls <= self.failures:
            raise ValueError(self.calls)
        return "ok"


def test_async_hook_stops():
    async def on_error(attempt, exc):
        await asyncio.sleep(0)
        return attempt < 3

    f = Flaky(10)
    with pytest.raises(ValueError):
        run(retry(f, 8, on_error))
    assert f.calls == 3


def test_plain_hook_none_continues():
    f = Flaky(3)
    assert run(retry(f, 4, lambda a, e: None)) == "ok"
    assert f.calls == 4


def test_hook_called_on_last():
    seen = []

    async def on_error(attempt, exc):
        seen.append(attempt)

    with pytest.raises(ValueError):
        run(retry(Flaky(2), 2, on_error))
    assert seen == [1, 2]


def test_falsy_other_than_false_continues():
    async def zero(attempt, exc):
        return 0

    assert run(retry(Flaky(1), 2, zero)) == "ok"
    assert run(retry(Flaky(1), 2, lambda a, e: "")) == "ok"


def test_hook_error_propagates():
    async def bad(attempt, exc):
        raise KeyError("hook")

    with pytest.raises(KeyError):
        run(retry(Flaky(1), 3, bad))


def test_limit_respected():
    live = peak = 0

    async def job():
        nonlocal live, peak
        live += 1
        peak = max(peak, live)
        await asyncio.sleep(0)
        live -= 1

    run(gather_limited([job] * 9, 3))
    assert peak == 3


def test_map_plain():
    assert run(map_values(str, {"x": 1})) == {"x": "1"}


def test_sync_fallback():
    assert run(first_success([], 5, fallback=str)) == "5"
