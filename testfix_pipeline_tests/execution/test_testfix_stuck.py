"""Distinguishes tests that never end from slow ones: waits that nobody ends, loops that return to an earlier state."""

import select
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FrameType

import pytest

from testfix_pipeline.execution.in_target.testfix_stuck import LOOKS, MOST_NEWS, StateHistory
from testfix_pipeline.execution.processes.environment import IN_TARGET

# -- going round -------------------------------------------------------------------------------------------------------

MOST = 3 * LOOKS
"""Looks that are enough for an answer."""


@dataclass
class Node:
    name: str
    after: "Node | None" = None


def answers(loop: Callable[[], Iterator[None]]) -> StateHistory | None:
    """The rounds of a loop, looked at wherever it yields, as soon as one says that it goes round; None otherwise."""
    rounds, running = StateHistory(), loop()
    for _ in range(MOST):
        next(running)
        if rounds.add_state(running.gi_frame):  # type: ignore[attr-defined]
            return rounds
    assert rounds.makes_progress or len(rounds._known) == 1 or sum(rounds._news) > MOST_NEWS
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


class Answered(Exception):
    """Raised where code is interrupted, with what its rounds say."""


class Looking:
    """Looks at what runs. A class keeps it: the state of interrupted code takes in the variables of its callers."""

    rounds = StateHistory()
    looks = 0

    @classmethod
    def look(cls, number: int, frame: FrameType | None) -> None:
        if cls.is_running(frame):
            return
        cls.looks += 1
        goes_round = cls.rounds.add_state(frame)  # type: ignore[no-untyped-call]
        if goes_round or cls.looks == MOST:
            raise Answered(goes_round)

    @classmethod
    def is_running(cls, frame: FrameType | None) -> bool:
        """Whether a look was interrupted, down to its return: on a busy machine the next signal may come so early."""
        code = cls.look.__code__
        while frame is not None and frame.f_code is not code:
            frame = frame.f_back
        return frame is not None


def interrupted(run: Callable[[], object]) -> bool:
    """What is said of code that is looked at as the target's reporter does it: by a timer's signal."""
    Looking.rounds, Looking.looks = StateHistory(), 0  # type: ignore[no-untyped-call]
    before = signal.signal(signal.SIGALRM, Looking.look)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    try:
        run()
    except Answered as answer:
        return bool(answer.args[0])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return False


def never_halves() -> None:
    values, low, high = list(range(10)), 0, 9
    while low <= high:
        middle = (low + high) // 2
        if values[middle] == 9:
            return
        if values[middle] < 9:
            low = middle
        else:
            high = middle - 1


@pytest.mark.usefixtures("alone")
def test_a_loop_that_is_only_interrupted_at_the_end_of_its_rounds_goes_round() -> None:
    assert interrupted(never_halves)


def gathers_in_its_caller() -> None:
    def part() -> int:
        return sum(range(20_000))

    total = 0
    while total >= 0:
        total += part()


@pytest.mark.usefixtures("alone")
def test_what_a_caller_gathers_is_seen_while_it_waits_for_a_part() -> None:
    assert not interrupted(gathers_in_its_caller)


@pytest.mark.usefixtures("alone")
def test_nothing_is_said_of_one_long_call_of_a_library() -> None:
    assert not interrupted(lambda: select.select([], [], [], 600))


# -- waiting -----------------------------------------------------------------------------------------------------------

SCRIPT = """
import asyncio, os, signal, sys, threading
sys.path.insert(0, {folder!r})
import testfix_stuck

def look(_signal, frame):
    print(testfix_stuck.waits_forever(frame), flush=True)
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
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=50, check=True)
    assert finished.stdout.strip() == str(expected)
