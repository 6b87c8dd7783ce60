import asyncio

import pytest

from sessions import MemoryStore, SessionManager


class Clock:
    def __init__(self):
        self.now = 1000

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def manager(clock):
    return SessionManager(MemoryStore(), clock, idle_limit=60)


def test_login(manager):
    async def main():
        token = await manager.login("ann", "phone")
        return await manager.current_user(token)

    assert asyncio.run(main()) == "ann"


def test_unknown_token(manager):
    assert asyncio.run(manager.current_user("nobody-9")) is None


def test_stale_session(manager, clock):
    async def main():
        token = await manager.login("ann", "phone")
        clock.now += 61
        return await manager.current_user(token)

    assert asyncio.run(main()) is None


def test_activity_keeps_a_session(manager, clock):
    async def main():
        token = await manager.login("ann", "phone")
        for _ in range(3):
            clock.now += 50
            assert await manager.current_user(token) == "ann"

    asyncio.run(main())


def test_devices(manager):
    async def main():
        await manager.login("ann", "phone")
        await manager.login("bob", "tablet")
        await manager.login("ann", "laptop")
        return await manager.devices("ann")

    assert asyncio.run(main()) == ["phone", "laptop"]


def test_logout(manager):
    async def main():
        token = await manager.login("ann", "phone")
        return [await manager.logout(token), await manager.logout(token), await manager.current_user(token)]

    assert asyncio.run(main()) == [True, False, None]


def test_logout_everywhere(manager):
    async def main():
        tokens = [await manager.login("ann", device) for device in ("phone", "laptop")]
        assert await manager.logout_everywhere("ann") == 2
        return [await manager.current_user(token) for token in tokens]

    assert asyncio.run(main()) == [None, None]


def test_logout_everywhere_else(manager):
    async def main():
        await manager.login("ann", "phone")
        kept = await manager.login("ann", "laptop")
        await manager.login("bob", "tablet")
        ended = await manager.logout_everywhere("ann", keep=kept)
        return ended, await manager.devices("ann"), await manager.devices("bob")

    assert asyncio.run(main()) == (1, ["laptop"], ["tablet"])


def test_logout_everywhere_without_sessions(manager):
    assert asyncio.run(manager.logout_everywhere("ann")) == 0


def test_purge(manager, clock):
    async def main():
        await manager.login("ann", "phone")
        clock.now += 61
        await manager.login("bob", "tablet")
        return await manager.purge(), await manager.devices("bob")

    assert asyncio.run(main()) == (1, ["tablet"])
