"""Runs tests against faults of one module, each in a forked child that imports the module with the fault.

    python mutation_worker.py < order.json

The order: file (the module's), faults (texts of the module), tests (node ids), and cpu, the seconds of processor time
that one run may take. First the unchanged module is tried, which must pass. One JSON line a try: "passed", "failed",
"timeout". Runs in the environment of the tests: standard library and pytest.
"""

import importlib.machinery
import json
import os
import pathlib
import resource
import select
import signal
import sys
import time

import pytest

_ARGUMENTS = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:randomly"]


def replace(file, text):
    """From now on the module of `file` is imported with this text."""
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader, name):
        if os.path.realpath(loader.path) == file:
            return compile(text, file, "exec", dont_inherit=True)
        return original(loader, name)

    importlib.machinery.SourceFileLoader.get_code = get_code


def attempt(order, text):
    """What the tests say about one text of the module."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (order["cpu"], order["cpu"] + 1))
        resource.setrlimit(resource.RLIMIT_DATA, (2 << 30, 2 << 30))
        replace(order["file"], text)
        os._exit(1 if pytest.main([*_ARGUMENTS, *order["tests"]]) else 0)
    status = wait(child, time.monotonic() + 4 * order["cpu"] + 10)
    if status is None or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)):
        return "timeout"
    return "passed" if status == 0 else "failed"


def wait(child, deadline):
    """The child's status; None where it had to be ended."""
    handle = os.pidfd_open(child)
    try:
        if not select.select([handle], [], [], max(0.0, deadline - time.monotonic()))[0]:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
    finally:
        os.close(handle)
    return os.waitpid(child, 0)[1]


def main():
    order = json.load(sys.stdin)
    out = os.fdopen(os.dup(1), "w")
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    unchanged = pathlib.Path(order["file"]).read_text(encoding="utf-8")
    for text in [unchanged, *order["faults"]]:
        out.write(json.dumps(attempt(order, text)) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
