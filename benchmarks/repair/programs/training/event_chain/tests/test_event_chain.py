import pytest

from event_chain import EventChain


@pytest.fixture
def chain():
    return EventChain()


def test_nobody_listens(chain):
    assert chain.emit("save")
    assert chain.sent == 1


def test_details(chain):
    seen = []
    chain.on("save", lambda name, size: seen.append((name, size)))
    chain.emit("save", "a.txt", 10)
    assert seen == [("a.txt", 10)]


def test_stopped(chain):
    seen = []
    chain.on("close", lambda: False)
    chain.on("close", lambda: seen.append("late"))
    assert not chain.emit("close")
    assert seen == []


def test_priority(chain):
    seen = []
    chain.on("open", lambda: seen.append("low") or True, priority=1)
    chain.on("open", lambda: seen.append("high") or True, priority=5)
    assert chain.emit("open")
    assert seen == ["high", "low"]


def test_plain_handlers(chain):
    seen = []
    chain.on("save", lambda: seen.append(1))
    chain.on("save", lambda: seen.append(2))
    assert chain.emit("save")
    assert seen == [1, 2]


def test_taken_away(chain):
    seen = []
    remove = chain.on("save", seen.append)
    chain.emit("save", 1)
    remove()
    chain.emit("save", 2)
    assert seen == [1]


def test_other_event(chain):
    chain.on("close", lambda: False)
    assert chain.emit("save")
