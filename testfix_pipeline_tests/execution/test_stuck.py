"""What never ends is told from what takes long: waits that nobody ends, rounds that come back to where they were."""

import asyncio
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FrameType

import pytest

from testfix_pipeline.execution.in_target.testfix_stuck import LOOKS, MOST_NEWS, Rounds, waits_for_nobody

SOON = 0.05


# -- going round -------------------------------------------------------------------------------------------------------

MOST = 3 * LOOKS
"""Looks that are enough for an answer."""


@dataclass
class Node:
    name: str
    after: "Node | None" = None


def answers(loop: Callable[[], Iterator[None]]) -> Rounds | None:
    """The rounds of a loop, looked at wherever it yields, as soon as one says that it goes round; None otherwise."""
    rounds, running = Rounds(), loop()
    for _ in range(MOST):
        next(running)
        if rounds.look(running.gi_frame):  # type: ignore[attr-defined]
            return rounds
    assert rounds.gets_on or len(rounds._known) == 1 or sum(rounds._news) > MOST_NEWS
    return None


def bisect():
    low, high = 3, 4
    while True:
        middle = (low + high) // 2
        yield
        low = middle
        yield


def ring():
    first = Node("a")
    first.after = Node("b", first)
    node, seen = first, deque([1, 2, 3])
    while True:
        node = node.after
        yield
        seen.rotate()
        yield


def counts():
    total = 0
    while True:
        yield
        total += 1
        yield


def gathers():
    node = Node("a")
    while True:
        yield
        node = Node("b", node)
        yield


def takes():
    left = iter(range(9 * MOST))
    while True:
        yield
        next(left)
        yield


def stands():
    while True:
        yield


@pytest.mark.parametrize("loop", [bisect, ring])
def test_a_loop_that_comes_back_to_its_states_goes_round(loop):
    assert answers(loop)


@pytest.mark.parametrize("loop", [counts, gathers, takes])
def test_a_loop_that_counts_gathers_or_uses_up_gets_on(loop):
    assert not answers(loop)


def test_nothing_is_said_of_a_single_state():
    assert not answers(stands), "a call of a library may take its time"


def test_nothing_is_said_beside_other_threads(busy_thread):
    assert not answers(bisect)


@pytest.fixture
def busy_thread():
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    yield
    done.set()
    other.join()


# -- waiting -----------------------------------------------------------------------------------------------------------


def asked(wait) -> bool:
    """What is said of the main thread while it waits; the wait is broken off by that."""

    class Broken(BaseException):
        pass

    answers = []

    def look(_signal: int, frame: FrameType | None) -> None:
        answers.append(waits_for_nobody(frame))
        raise Broken

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, SOON)
    try:
        with pytest.raises(Broken):
            wait()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return answers[0]


async def forever() -> None:
    await asyncio.get_running_loop().create_future()


async def some_time() -> None:
    await asyncio.sleep(60)


def test_waits_that_nothing_can_end():
    assert asked(threading.Event().wait)
    assert asked(lambda: asyncio.run(forever()))


def test_waits_with_an_end():
    assert not asked(lambda: threading.Event().wait(60))
    assert not asked(lambda: asyncio.run(some_time()))


def test_waits_that_a_thread_may_end(busy_thread):
    assert not asked(threading.Event().wait)


def test_waits_that_a_process_may_end():
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writing)
        os.read(reading, 1)
        os._exit(0)
    try:
        assert not asked(threading.Event().wait)
    finally:
        os.close(writing)
        os.close(reading)
        os.waitpid(child, 0)


def test_a_loop_that_waits_for_a_file_may_be_told_something():
    reading, writing = os.pipe()

    async def read() -> None:
        asyncio.get_running_loop().add_reader(reading, lambda: None)
        await forever()

    try:
        assert not asked(lambda: asyncio.run(read()))
    finally:
        os.close(reading)
        os.close(writing)
