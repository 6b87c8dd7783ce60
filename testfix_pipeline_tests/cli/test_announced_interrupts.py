"""What counts as a Ctrl-C, and what a second one does."""

import os
import pty
import signal
import threading
from collections.abc import Callable, Iterator

import pytest

from testfix_pipeline.cli import announced_interrupts as module
from testfix_pipeline.cli.announced_interrupts import ENDED, STOPPING, announced_interrupts

INT, TERM = signal.SIGINT, signal.SIGTERM


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The exit statuses with which the program would have ended."""
    statuses: list[int] = []
    monkeypatch.setattr(os, "_exit", statuses.append)
    before = {number: signal.signal(number, lambda *_: None) for number in (INT, TERM)}
    yield statuses
    for number, handler in before.items():
        signal.signal(number, handler)


def after(numbers: list[signal.Signals], say: Callable[[str], None]) -> None:
    with announced_interrupts(say):
        for number in numbers:
            signal.raise_signal(number)


@pytest.mark.parametrize(("numbers", "window"), [([INT, INT], 300), ([INT, TERM], 0), ([TERM, TERM], 0)])
def test_signals_of_one_stop_count_once(ends, monkeypatch, numbers, window) -> None:
    """GNU `timeout` signals its child and then the process group; a cancelled CI job gets SIGINT, then SIGTERM."""
    monkeypatch.setattr(module, "ONE_STOP_S", window)
    said: list[str] = []
    after(numbers, said.append)
    assert (said, ends) == ([STOPPING], [])


def test_a_second_ctrl_c_ends_the_program_though_nobody_reads_and_shows_the_cursor(ends, monkeypatch) -> None:
    def unread(text: str) -> None:
        said.append(text)
        raise BrokenPipeError

    said: list[str] = []
    terminal, stderr = pty.openpty()
    with monkeypatch.context() as patched:
        patched.setattr(module, "ONE_STOP_S", 0)
        patched.setattr(os, "dup", lambda _: stderr)
        after([INT, INT], unread)
    assert (said, ends) == ([STOPPING, ENDED], [130])
    assert os.read(terminal, 100) == b"\x1b[?25h"
    os.close(terminal)


def test_outside_the_main_thread_nothing_is_announced() -> None:
    reached: list[bool] = []

    def block() -> None:
        with announced_interrupts(print):
            reached.append(True)

    thread = threading.Thread(target=block)
    thread.start()
    thread.join()
    assert reached
