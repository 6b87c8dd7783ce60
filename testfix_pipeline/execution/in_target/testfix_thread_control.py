"""Controls when threads run.

Setting `threads`: `early`, others run as far as they can when one is started or gets work; `late`, a new one begins
late; `switching`, threads take turns at each line of the project.
"""

import concurrent.futures
import queue
import sys
import threading
import time

from testfix_reads import files, reads

EARLY_S, LATE_S, TURN_S = 0.05, 0.05, 0.00001
MOST_TURNS = 2000
_computed = time.process_time
_start, _sleep, _settrace = threading.Thread.start, time.sleep, threading.settrace
_as_completed = concurrent.futures.as_completed
_state = {"threads": ""}
_started = []
_turns = {}


def apply(settings):
    """Let threads run as the settings say."""
    _state["threads"] = said = settings.get("threads", "")
    sys.setswitchinterval({"early": 0.2, "switching": 0.000001}.get(said, 0.005))
    _settrace(_trace if said == "switching" else None)


def stop():
    """Trace no more."""
    _settrace(None)


def install():
    """Watch the start of threads, and in which order the results of a pool come."""
    threading.Thread._testfix_start = _start
    threading.Thread.start = _start_thread
    threading.Event.set, queue.Queue.put = _handing_over(threading.Event.set), _handing_over(queue.Queue.put)
    concurrent.futures.as_completed = concurrent.futures._base.as_completed = _completed


def note_running():
    """Note whether threads still run that the test has started."""
    if any(one.is_alive() for one in _started):
        reads.add("running", "", "")


def _start_thread(self):
    reads.add_here("threads")
    _started.append(self)
    if _state["threads"] == "late":
        run = self.run

        def late():
            _sleep(LATE_S)
            run()

        self.run = late
    _start(self)
    _let_others_run()


def _let_others_run():
    """Wait as long as other threads compute, if they are to run early."""
    used = -1.0
    while _state["threads"] == "early" and _computed() - used > EARLY_S / 10:
        used = _computed()
        _sleep(EARLY_S)


def _handing_over(function):
    """The function that gives other threads work, and lets them do it."""

    def hand_over(*args, **options):
        result = function(*args, **options)
        if files.relative_path(sys._getframe(1).f_code.co_filename) is not None:
            _let_others_run()
        return result

    return hand_over


def _completed(fs, timeout=None):
    """As if they completed in the order of their start, or backwards if threads run late."""
    reads.add_here("pool")
    said = _state["threads"]
    if said not in ("early", "late"):
        yield from _as_completed(fs, timeout)
        return
    for future in list(fs)[:: 1 if said == "early" else -1]:
        concurrent.futures.wait([future], timeout)
        yield future


def _trace(frame, event, argument):
    path = files.relative_path(frame.f_code.co_filename)
    if path is None or _turns.get(threading.get_ident(), 0) > MOST_TURNS:
        return None
    return _take_turn(frame, event, argument)


def _take_turn(frame, event, argument):
    """Let another thread run at a line, for so many lines of each thread."""
    thread = threading.get_ident()
    _turns[thread] = turns = _turns.get(thread, 0) + 1
    if turns > MOST_TURNS:
        return None
    _sleep(TURN_S)
    return _take_turn
