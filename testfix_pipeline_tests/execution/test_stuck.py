"""What never ends is told from what takes long: waits that nobody ends, rounds that come back to where they were."""

import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from testfix_pipeline.execution.environment import IN_TARGET
from testfix_pipeline.execution.in_target.testfix_stuck import LOOKS, MOST_NEWS, Rounds

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


@pytest.fixture
def alone(monkeypatch):
    """As if no test before had left a thread."""
    monkeypatch.setattr(threading, "active_count", lambda: 1)


@pytest.mark.usefixtures("alone")
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

SCRIPT = """
import asyncio, os, signal, sys, threading
sys.path.insert(0, {folder!r})
import testfix_stuck

def look(_signal, frame):
    print(testfix_stuck.waits_for_nobody(frame), flush=True)
    os._exit(0)

async def forever(before=lambda loop: None):
    loop = asyncio.get_running_loop()
    before(loop)
    await loop.create_future()

signal.signal(signal.SIGALRM, look)
signal.setitimer(signal.ITIMER_REAL, 0.05)
{code}
"""
WAITS = {
    "for nobody": ("threading.Event().wait()", True),
    "in a deserted loop": ("asyncio.run(forever())", True),
    "for a time": ("threading.Event().wait(60)", False),
    "for a timer of the loop": ("asyncio.run(asyncio.sleep(60))", False),
    "for a signal of the loop": (
        "asyncio.run(forever(lambda loop: loop.add_signal_handler(signal.SIGUSR1, print)))",
        False,
    ),
    "for a file of the loop": (
        "reading, _ = os.pipe()\nasyncio.run(forever(lambda loop: loop.add_reader(reading, print)))",
        False,
    ),
    "for a thread": (
        "threading.Thread(target=threading.Event().wait, daemon=True).start()\nthreading.Event().wait()",
        False,
    ),
    "for a process": (
        "reading, writing = os.pipe()\n"
        "if os.fork() == 0:\n    os.close(writing); os.read(reading, 1); os._exit(0)\n"
        "threading.Event().wait()",
        False,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), WAITS.values(), ids=WAITS)
def test_what_is_said_of_a_process_that_waits(code: str, expected: bool):
    """In a process of its own: this one has other threads and children."""
    script = SCRIPT.format(folder=str(IN_TARGET), code=code)
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=50, check=True)
    assert told.stdout.strip() == str(expected)
