"""Work in forked children: what they say comes over a pipe, and their death ends nothing but themselves."""

import contextlib
import json
import os
import select
import signal
import time

_MOST_DEATHS = 4
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGING = (
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate",
    "os.utime", "os.chdir", "os.kill", "os.killpg", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn",
    "os.spawn", "subprocess.", "shutil.", "tempfile.", "socket.", "webbrowser.", "urllib.", "ftplib.", "smtplib.",
    "http.", "sqlite3.connect", "dbm.", "signal.", "ctypes.", "pty.", "syslog.",
)  # fmt: skip
"""The audit events, or how they begin, of what may outlast a call."""


class EffectGuard:
    """An audit hook that refuses what has effects outside of the process. refused: the events."""

    def __init__(self):
        self.refused = []

    def __call__(self, event, arguments):
        is_write = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING
        is_memory = event == "sqlite3.connect" and arguments[0] in (":memory:", b":memory:")
        is_open = event == "sqlite3.connect/handle"  # was let through before
        if is_write or (event.startswith(_CHANGING) and not (is_memory or is_open)):
            self.refused.append(event)
            raise PermissionError("a call that no test makes must not change anything: %s" % event)


def silence():
    """Give this process no input to wait for, and nobody to print to."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for target in (0, 1, 2):
        os.dup2(nothing, target)
    if nothing > 2:
        os.close(nothing)


def write_line(fd, data):
    """Write JSON data as one line."""
    text = json.dumps(data).encode() + b"\n"
    while text:
        text = text[os.write(fd, text) :]


def said_by_child(work, patience):
    """Do `work(say)` in a child; yield what it says, at last None where it dies or says nothing for too long.

    patience: of how many seconds, or a function that is asked each time. What is said is JSON data. The child leads a
    session, which is killed at the end.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _act_as_child(work, writing)
    os.close(writing)
    said = b""
    try:
        while True:
            seconds = patience() if callable(patience) else patience
            more = os.read(reading, 1 << 16) if select.select([reading], [], [], max(0.0, seconds))[0] else b""
            *lines, said = (said + more).split(b"\n")
            yield from (json.loads(line) for line in lines if line)
            if b"" in lines:
                return
            if not more:
                yield None
                return
    finally:
        os.close(reading)
        for end in (os.killpg, os.kill):  # one that has not run yet leads no session
            with contextlib.suppress(OSError):
                end(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):  # of a program that leaves the ends of its processes to the system
            os.waitpid(child, 0)


def _act_as_child(work, writing):
    """Do the work, and say so by an empty line."""
    try:
        os.setsid()

        work(lambda event: write_line(writing, event))
        os.write(writing, b"\n")
    except BaseException:
        pass  # without an end the parent counts it as dead
    finally:
        os._exit(0)


def map_in_children(items, work, seconds):
    """The results of `work(item)`, as JSON data; None for an item that killed its child or was not reached."""
    results = []
    deadline = time.monotonic() + seconds
    deaths = 0
    while len(results) < len(items) and deaths < _MOST_DEATHS and time.monotonic() < deadline:
        rest = items[len(results) :]
        results += _map_in_child(rest, work, deadline)
        if len(results) < len(items):
            results.append(None)
            deaths += 1
    return results + [None] * (len(items) - len(results))


def _map_in_child(items, work, deadline):
    def work_on_all(say):
        with contextlib.suppress(ImportError, ValueError, OSError):
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for item in items:
            say([work(item)])

    said = said_by_child(work_on_all, lambda: deadline - time.monotonic())
    return [one[0] for one in said if one is not None]
