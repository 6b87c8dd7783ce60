"""Processes a list of items in forked children, so that a crash or hang costs only one item.

Standard library only, Python 3.9 and later, where there is fork.
"""

import contextlib
import json
import os
import select
import signal
import time

_MOST_DEATHS = 4


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
    data = read_from_child(lambda writer: _write_results(items, work, writer), deadline)
    return [json.loads(line) for line in data.split(b"\n")[:-1]]


def read_from_child(serve, deadline):
    """Everything that a forked child writes in `serve(writer)` until its end or the deadline; then kill it."""
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
        return _read_until(reader, deadline)
    finally:
        os.close(reader)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def redirect_standard_streams():
    """Return a file on the original standard output and redirect all standard streams to the null device."""
    out = os.fdopen(os.dup(1), "w")
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    return out


def _write_results(items, work, writer):
    _limit_memory()
    with os.fdopen(writer, "wb", buffering=0) as out:
        for item in items:
            out.write(json.dumps(work(item)).encode() + b"\n")


def _limit_memory():
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _read_until(reader, deadline):
    data = b""
    while True:
        ready, _, _ = select.select([reader], [], [], max(0.0, deadline - time.monotonic()))
        chunk = os.read(reader, 1 << 16) if ready else b""
        if not chunk:
            return data
        data += chunk
