import asyncio

from sessions import MemoryStore, SessionManager


def make(idle_limit=100):
    store = MemoryStore()
    time = [0]
    return SessionManager(store, lambda: time[0], idle_limit), store, time


def test_store_is_empty_afterwards():
    async def main():
        manager, store, _ = make()
        for device in "abc":
            await manager.login("eve", device)
        ended = await manager.logout_everywhere("eve")
        return ended, await store.keys()

    assert asyncio.run(main()) == (3, [])


def test_second_call_ends_nothing():
    async def main():
        manager, _, _ = make()
        await manager.login("eve", "a")
        return [await manager.logout_everywhere("eve"), await manager.logout_everywhere("eve")]

    assert asyncio.run(main()) == [1, 0]


def test_two_calls_at_once_count_each_session_once():
    async def main():
        manager, _, _ = make()
        for device in "abcd":
            await manager.login("eve", device)
        return sum(await asyncio.gather(manager.logout_everywhere("eve"), manager.logout_everywhere("eve")))

    assert asyncio.run(main()) == 4


def test_kept_token_still_works():
    async def main():
        manager, store, _ = make()
        kept = await manager.login("eve", "a")
        await manager.login("eve", "b")
        await manager.logout_everywhere("eve", keep=kept)
        return await manager.current_user(kept), len(await store.keys())

    assert asyncio.run(main()) == ("eve", 1)


def test_others_stay():
    async def main():
        manager, _, _ = make()
        token = await manager.login("dan", "a")
        await manager.login("eve", "b")
        await manager.logout_everywhere("eve", keep=token)
        return await manager.devices("dan"), await manager.devices("eve")

    assert asyncio.run(main()) == (["a"], [])


def test_stale_sessions_are_ended_too():
    async def main():
        manager, store, time = make()
        await manager.login("eve", "a")
        time[0] = 500
        return await manager.logout_everywhere("eve"), await store.keys()

    assert asyncio.run(main()) == (1, [])
