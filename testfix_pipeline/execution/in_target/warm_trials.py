"""Runs calls under variants of the code and reports the outcome of each.

Runs in the target's interpreter, in a forked child: standard library only, Python 3.9 and later. Every variant gets a
process of its own, so nothing that one leaves behind is seen by the next, and an audit hook keeps calls that no test
has made from touching files, processes or the network.
"""

import asyncio
import os
import signal
import sys
import time
import types

import warm_values

# CPU seconds of one call until its loops are ended, and until its process is; seconds that it may sleep.
LOOP_SECONDS, CALL_SECONDS, SLEEP_SECONDS = 0.03, 0.08, 0.6
REVIVALS = 3
ITEMS = 20
LONGEST = 2000

FORBIDDEN = (
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate",
    "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.kill", "os.killpg",
    "os.chdir", "shutil.", "subprocess.", "tempfile.", "webbrowser.", "urllib.", "ftplib.", "smtplib.", "http.",
    "socket.connect", "socket.bind", "socket.send", "socket.get", "sqlite3.", "signal.", "ctypes.", "pty.", "syslog.",
)  # fmt: skip


class Forbidden(Exception):
    """Raised when a call tries to have a side effect that can't be undone."""


def run_variants(child, calls, variants, index, seconds):
    """Run the calls under each variant for a share of the seconds; calls without time left have no outcome."""
    end = time.monotonic() + seconds
    left_out = set()
    for number, changes in enumerate(variants):
        now = time.monotonic()
        until = now + (end - now) / (len(variants) - number)
        queue = [position for position in range(len(calls)) if position not in left_out]
        stuck = _run_variant(child, number, changes, index, calls, queue, until)
        if number == 0:  # what hangs as it is costs much: where nobody calls it so, once is enough
            left_out.update([position for position in stuck if calls[position].origin == "made"][1:])


def _run_variant(child, variant, changes, index, calls, queue, until):
    """Run the queue under a variant, in a new process after each call that hangs; returns the hanging calls."""
    stuck = []
    while queue and len(stuck) < REVIVALS and time.monotonic() < until:
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            try:
                _run_queue(child, variant, changes, index, calls, queue, until, writer)
            finally:
                os._exit(0)
        os.close(writer)
        said = _read_all(reader)
        os.waitpid(pid, 0)
        queue = queue[said.count(b".") :]
        if queue and b"!" not in said:
            child.send_line("outcome", variant, queue[0], "does not end")
            stuck.append(queue.pop(0))
    return stuck


def _read_all(reader):
    found = b""
    while True:
        data = os.read(reader, 4096)
        if not data:
            os.close(reader)
            return found
        found += data


def _run_queue(child, variant, changes, index, calls, queue, until, writer):
    """Run calls in the child: writes a dot for every finished call, and an exclamation mark at the end."""
    child.pid = os.getpid()
    if child.install(changes, index, [])[0]:
        os.write(writer, b"!")
        return
    for name in (signal.SIGALRM, signal.SIGPROF):
        signal.signal(name, signal.SIG_DFL)
    guard = EffectGuard()
    sys.dont_write_bytecode = True
    sys.addaudithook(guard)
    child.ticks.stop = _stop_loop
    for position in queue:
        if time.monotonic() > until:
            break
        guard.hits = 0
        child.ticks.until = time.process_time() + LOOP_SECONDS
        child.ticks.register()
        signal.setitimer(signal.ITIMER_PROF, CALL_SECONDS)
        signal.setitimer(signal.ITIMER_REAL, SLEEP_SECONDS)
        text = call_outcome(calls[position])
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        child.ticks.until = float("inf")
        child.send_line("outcome", variant, position, "forbidden" if guard.hits else text)
        os.write(writer, b".")
    os.write(writer, b"!")


class LoopTooLong(BaseException):
    """Raised when a loop of the candidate computes too long."""


def _stop_loop():
    raise LoopTooLong


class EffectGuard:
    """An audit hook that refuses operations with effects outside of the process."""

    def __init__(self):
        self.hits = 0

    def __call__(self, event, args):
        if event == "open":
            mode, flags = args[1], args[2]
            writes = any(letter in mode for letter in "wax+") if isinstance(mode, str) else False
            bad = writes or (isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
        else:
            bad = event.startswith(FORBIDDEN)
        if bad:
            self.hits += 1
            raise Forbidden(event)


def call_outcome(call):
    """The outcome of a call as text: its return value or exception, and its arguments afterwards."""
    before = [warm_values.value_text(value, LONGEST) for value in call.args]
    try:
        value = _resolve_lazy(call.function(*call.args, **call.kwargs))
        said = "returns " + warm_values.value_text(value, LONGEST)
    except LoopTooLong:
        return "does not end"
    except BaseException as error:
        said = "raises %s: %s" % (type(error).__name__, warm_values.without_addresses(str(error))[:200])
    after = [warm_values.value_text(value, LONGEST) for value in call.args]
    changed = [number for number, text in enumerate(before) if after[number] != text]
    return said + "".join("; argument %d becomes %s" % (number + 1, after[number]) for number in changed)


def _resolve_lazy(value):
    """The first items of an iterator, or the result of a coroutine; other values as they are."""
    if isinstance(value, types.CoroutineType):
        return asyncio.run(value)
    if isinstance(value, types.GeneratorType):
        found = []
        for item in value:
            found.append(item)
            if len(found) > ITEMS:
                break
        return found
    return value
