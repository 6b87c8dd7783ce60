import pytest

from sessions import SessionStore


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(clock):
    return SessionStore(clock)


def test_login(store):
    token = store.login("mia")
    assert store.get(token).user == "mia"


def test_unknown_token(store):
    assert store.get("nope") is None


def test_idle_session_ends(store, clock):
    token = store.login("mia")
    clock.now += 600
    assert store.get(token) is None


def test_use_prolongs(store, clock):
    token = store.login("mia")
    clock.now += 599
    store.get(token)
    clock.now += 599
    assert store.get(token) is not None


def test_nobody_stays_for_ever(store, clock):
    token = store.login("mia")
    for _ in range(48):
        clock.now += 599
        store.get(token)
    clock.now += 100
    assert store.get(token) is None


def test_oldest_makes_room(store, clock):
    tokens = []
    for _ in range(4):
        tokens.append(store.login("mia"))
        clock.now += 1
    assert store.get(tokens[0]) is None
    assert store.get(tokens[1]) is not None


def test_sessions_of_a_user(store, clock):
    store.login("mia")
    clock.now += 300
    second = store.login("mia")
    store.login("leo")
    clock.now += 400
    assert [session.token for session in store.of_user("mia")] == [second]


def test_logout_everywhere(store):
    store.login("mia")
    store.login("mia")
    store.login("leo")
    assert store.logout_everywhere("mia") == 2
    assert store.of_user("mia") == []


def test_sweep(store, clock):
    store.login("mia")
    clock.now += 700
    store.login("leo")
    assert store.sweep() == 1
