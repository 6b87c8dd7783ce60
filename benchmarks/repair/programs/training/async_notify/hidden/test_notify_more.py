import asyncio

import pytest

from notify import ChannelError, Message, Notifier

INFO = Message("hi", "text")


def test_at_the_same_time():
    async def main():
        both = asyncio.Barrier(2)

        async def channel(message):
            await both.wait()

        return await Notifier({"a": channel, "b": channel}).notify(INFO)

    assert asyncio.run(main()).sent == ["a", "b"]


def test_timeout():
    async def never(message):
        await asyncio.Event().wait()

    receipt = asyncio.run(Notifier({"a": never}, timeout=0.01).notify(INFO))
    assert receipt.failed == {"a": "timeout"}


def test_other_errors_are_raised():
    async def broken(message):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(Notifier({"a": broken}).notify(INFO))


def test_nobody_is_reached():
    async def off(message):
        raise ChannelError("off")

    assert asyncio.run(Notifier({"a": off}).escalate(INFO)) is None
