"""Ctrl-C during a search: what the first means, and the second."""

import os
import signal
import threading

import pytest

from testfix_pipeline.repair.interruption import Interruption, interruptible


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_with_a_patch_the_first_takes_it_and_the_second_goes_its_usual_way() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interruptible() as found:
        found.possible = True
        interrupt()
        assert found.taken()
        with pytest.raises(KeyboardInterrupt):
            interrupt()
    assert signal.getsignal(signal.SIGINT) is before


def test_without_a_patch_it_goes_its_usual_way_at_once() -> None:
    with interruptible() as found, pytest.raises(KeyboardInterrupt):
        interrupt()
    assert not found.taken()


def test_in_another_thread_nothing_is_heard() -> None:
    heard: list[Interruption] = []

    def work() -> None:
        with interruptible() as found:
            heard.append(found)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert [one.taken() for one in heard] == [False]
