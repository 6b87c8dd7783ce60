import pytest

from event_chain import EventChain


@pytest.mark.parametrize("answer", [None, 0, "", [], True, "stop"])
def test_answers_that_go_on(answer):
    chain = EventChain()
    seen = []
    chain.on("tick", lambda: answer, priority=1)
    chain.on("tick", lambda: seen.append("second"))
    assert chain.emit("tick") is True
    assert seen == ["second"]


def test_stop_in_the_middle():
    chain = EventChain()
    seen = []
    chain.on("key", lambda key: seen.append(key))
    chain.on("key", lambda key: key != "esc")
    chain.on("key", lambda key: seen.append(key * 2))
    assert chain.emit("key", "a") is True
    assert chain.emit("key", "esc") is False
    assert seen == ["a", "aa", "esc"]


def test_handler_that_goes_while_told():
    chain = EventChain()
    seen = []
    removers = []
    removers.append(chain.on("once", lambda: (seen.append(1), removers[0]())))
    chain.on("once", lambda: seen.append(2))
    chain.emit("once")
    chain.emit("once")
    assert seen == [1, 2, 2]
