"""Work in forked children: what they say comes over a pipe, and their death ends nothing but themselves.

Standard library only, Python 3.9 and later, where there is fork.
"""

import contextlib
import json
import os
import select
import signal


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

        def say(event):
            data = json.dumps(event).encode() + b"\n"
            while data:
                data = data[os.write(writing, data) :]

        work(say)
        os.write(writing, b"\n")
    except BaseException:
        pass  # without an end the parent counts it as dead
    finally:
        os._exit(0)
