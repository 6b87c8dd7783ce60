"""Works through a list in forked children, so that what crashes or hangs costs one item and no more.

Standard library only, Python 3.9 and later, where there is fork.
"""

import contextlib
import json
import os
import select
import signal
import time

_MOST_DEATHS = 4


def in_children(items, work, seconds):
    """The JSON answers of `work(item)`, item by item; None for an item that killed its child or was not reached."""
    answers = []
    deadline = time.monotonic() + seconds
    deaths = 0
    while len(answers) < len(items) and deaths < _MOST_DEATHS and time.monotonic() < deadline:
        rest = items[len(answers) :]
        answers += _one_child(rest, work, deadline)
        if len(answers) < len(items):
            answers.append(None)
            deaths += 1
    return answers + [None] * (len(items) - len(answers))


def _one_child(items, work, deadline):
    data = said_by_child(lambda writer: _serve(items, work, writer), deadline)
    return [json.loads(line) for line in data.split(b"\n")[:-1]]


def said_by_child(serve, deadline):
    """All that a forked child writes in `serve(writer)` until it ends or its time is over; then it is gone."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            serve(writer)
        finally:
            os._exit(0)
    os.close(writer)
    try:
        return _read(reader, deadline)
    finally:
        os.close(reader)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def own_output():
    """A file on the standard output that was; from here on the standard streams lead nowhere."""
    out = os.fdopen(os.dup(1), "w")
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    return out


def _serve(items, work, writer):
    _limit_memory()
    with os.fdopen(writer, "wb", buffering=0) as out:
        for item in items:
            out.write(json.dumps(work(item)).encode() + b"\n")


def _limit_memory():
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _read(reader, deadline):
    data = b""
    while True:
        ready, _, _ = select.select([reader], [], [], max(0.0, deadline - time.monotonic()))
        chunk = os.read(reader, 1 << 16) if ready else b""
        if not chunk:
            return data
        data += chunk
