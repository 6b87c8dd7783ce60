"""Finds what tests share that pass or fail by their order: each trial is a fork of a process in which some have run.

A request with "order" runs all tests but the last, then the last, the victim, in forks: after one of its pieces of
state alone was put back ("state"), after another test ("between"), after statements of another test ("lines"); also at
places on the way ("along").
"""

import contextlib
import os
import random
import signal
import sys
import time

import warm_pieces
from _pytest.runner import pytest_runtest_teardown
from warm_smallest import smallest

# Seconds that a trial may take beyond the processor time that its tests may use.
WAITING_SECONDS = 10
_MOST_PIECES = 400


class OrderTrials:
    """Trials of one victim. wanted: the status that a helpful change gives it, "passed" or not ("failed")."""

    def __init__(self, child, items, request):
        self.child = child
        self.by_name = {item.nodeid: item for item in items}
        self.order = request["order"]
        tests = [item for item in items if item.nodeid not in set(self.order.get("between", ()))]
        self.before, self.victim = tests[:-1], tests[-1]
        self.until = time.monotonic() + self.order["seconds"]

    def run(self, root):
        """Run all and send what was found."""
        signal.signal(signal.SIGURG, signal.SIG_IGN)  # this process waits for its trials
        if "along" in self.order:
            self._send(along=self._along(-(-len(self.before) // self.order["along"])))
            return
        following = [*self.before[1:], self.victim]
        for item, after in zip(self.before[:-1], following):  # noqa: B905 - Python 3.9 has no `strict`
            self.child.run_one(item, after)
        for name in self.order.get("preload", ()):
            __import__(name)
        state = warm_pieces.State(root) if "state" in self.order else None
        if self.before:
            self.child.run_one(self.before[-1], self.victim)
        found = {"control": self.trial(lambda: None)}
        if state is not None:
            found.update(self._shared_state(state))
        found["between"] = [name for name in self.order.get("between", ()) if self._in_time() and self._after(name)]
        if "lines" in self.order:
            found["lines"] = self._lines(self.order["lines"])
        self._send(**found)

    def _send(self, **found):
        self.child.send_line("observed", self.victim.nodeid, [found])
        self.child.send_line("end", "done", "", True)

    def _along(self, step):
        """Whether the victim passes after each `step` tests, as pairs with their number."""
        marks = []
        for number, item in enumerate(self.before, 1):
            following = self.before[number] if number < len(self.before) else self.victim
            self.child.run_one(item, following)
            if (number % step == 0 or following is self.victim) and self._in_time():
                marks.append([number, self.trial(lambda item=item: pytest_runtest_teardown(item, self.victim))])
        return marks

    def _in_time(self):
        return time.monotonic() < self.until

    def trial(self, change):
        """Whether the victim passes in a fork after a change."""
        drawn = random.getstate()
        pid = os.fork()
        if pid == 0:
            random.setstate(drawn)  # a fork begins with a new seed
            self._run_victim(change)
        self.child.send_line("trial")  # the process is not idle
        _, status = os.waitpid(pid, 0)
        return status == 0

    def _run_victim(self, change):
        code = 1
        try:
            self.child.pid = os.getpid()
            self.child.send_line = lambda *line: None
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(WAITING_SECONDS + int(self.child.request["cpu"].get(self.victim.nodeid, WAITING_SECONDS)))
            change()
            code = 0 if self.child.run_one(self.victim, None) else 1
        finally:
            os._exit(code)

    def _shared_state(self, state):
        pieces = state.pieces()
        state.keep_files()
        new = [piece.name.rpartition(" ")[2] for piece in pieces if piece.name.startswith("the import of ")]

        def put_back(some):
            for piece in some:
                with contextlib.suppress(Exception):
                    piece.put_back()

        def works(some):
            state.restore_files()
            return self._in_time() and self.trial(lambda: put_back(some)) == (self.order["state"] == "passed")

        found = {"pieces": [], "changed": len(pieces), "new_modules": new}
        if pieces and len(pieces) <= _MOST_PIECES and works(pieces):
            found["pieces"] = [piece.describe() for piece in smallest(pieces, works)]
        return found

    def _after(self, name):
        """Whether the victim passes if another test runs just before it."""
        other = self.by_name[name]

        def run_other():
            pytest_runtest_teardown(self.before[-1], other)
            self.child.run_one(other, self.victim)

        return self.trial(run_other)

    def _lines(self, statements):
        """The fewest statements of another test's module after which the victim passes; [] where none helps."""
        file = os.path.realpath(self.order["file"])
        files = ((one, getattr(one, "__file__", None)) for one in list(sys.modules.values()))
        module = next((one for one, path in files if isinstance(path, str) and os.path.realpath(path) == file), None)

        def works(some):
            source = "\n".join(text for _, text in some)
            return self._in_time() and self.trial(lambda: exec(source, dict(vars(module))))

        pairs = list(enumerate(statements))
        if module is None or not works(pairs):
            return []
        return [text for _, text in sorted(smallest(pairs, works))]
