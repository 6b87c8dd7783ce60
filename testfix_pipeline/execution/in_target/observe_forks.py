"""Processes a list of items in forked children, so that a crash or hang costs only one item.

Standard library only, Python 3.9 and later, where there is fork.
"""

import contextlib
import os
import time

import testfix_children

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
    def work_on_all(say):
        _limit_memory()
        for item in items:
            say([work(item)])

    said = testfix_children.said_by_child(work_on_all, lambda: deadline - time.monotonic())
    return [one[0] for one in said if one is not None]


def redirect_standard_streams():
    """Return a file on the original standard output and redirect all standard streams to the null device."""
    out = os.fdopen(os.dup(1), "w")
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    return out


def _limit_memory():
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
