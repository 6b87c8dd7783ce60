"""Controls when threads run. Standard library only, Python 3.9 and later.

Setting `threads`: `early`, a new one runs as far as it can before the next statement of what started it; `late`, it
begins late; `switching`, threads take turns at each line of the project.
"""

import concurrent.futures
import sys
import threading
import time

from testfix_reads import files, reads

EARLY_S, LATE_S, TURN_S = 0.05, 0.05, 0.00001
MOST_TURNS = 2000
_start, _sleep, _settrace = threading.Thread.start, time.sleep, threading.settrace
_as_completed = concurrent.futures.as_completed
_state = {"threads": ""}
_seen = {}


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
    concurrent.futures.as_completed = concurrent.futures._base.as_completed = _completed


def files_of_threads():
    """The project's files in whose lines several threads were."""
    return {file for file, threads in _seen.items() if len(threads) > 1}


def _start_thread(self):
    reads.add_here("threads")
    said = _state["threads"]
    if said == "late":
        run = self.run

        def late():
            _sleep(LATE_S)
            run()

        self.run = late
    _start(self)
    if said == "early":
        self.join(EARLY_S)


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
    if path is None:
        return None
    _seen.setdefault(path, set()).add(threading.get_ident())
    turns = [0]

    def local(frame, event, argument):
        turns[0] += 1
        if turns[0] < MOST_TURNS:
            _sleep(TURN_S)
        return local

    _sleep(TURN_S)
    return local
