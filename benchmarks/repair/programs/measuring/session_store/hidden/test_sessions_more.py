from sessions import SessionStore


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_expired_sessions_do_not_count_for_the_limit():
    clock = Clock()
    store = SessionStore(clock, idle=10, per_user=2)
    store.login("a")
    clock.now = 5
    kept = store.login("a")
    clock.now = 12
    store.login("a")
    assert store.get(kept) is not None


def test_expiry_is_exact():
    clock = Clock()
    store = SessionStore(clock, idle=10)
    store.login("a")
    clock.now = 9.99
    assert len(store.of_user("a")) == 1
    clock.now = 10
    assert store.of_user("a") == []


def test_listing_prolongs_nothing():
    clock = Clock()
    store = SessionStore(clock, idle=10)
    token = store.login("a")
    clock.now = 9
    store.of_user("a")
    clock.now = 11
    assert store.get(token) is None


def test_order():
    clock = Clock()
    store = SessionStore(clock)
    first = store.login("a")
    clock.now = 1
    second = store.login("a")
    assert [s.token for s in store.of_user("a")] == [first, second]
