"""A process that imports the libraries of a project, then runs programs in forks of itself, which have them already.

    python testfix_forks.py '{"socket": FD, "modules": [...], "own_folders": [...], "more_folders": [...]}'

Each message on the socket is an order with the descriptors that come with it; the answer says how the program ended. A
fork gets what a new process would: arguments, environment, folder, search path, descriptors, a session of its own.
What it leaves behind is removed: processes, and files in `more_folders` and the folders that the variables
`own_folders` name.
`processes/preloaded_interpreter.py` has the other end.
"""

import contextlib
import fcntl
import gc
import importlib
import importlib.metadata
import json
import os
import resource
import runpy
import select
import signal
import socket
import sys
import threading
import warnings
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder

import warm_watch

POLL_SECONDS = 0.02
KILL = b"kill"
_LARGEST_MESSAGE = 1 << 18
_MOST_DESCRIPTORS = 16
# Lists at its import all that is on the search path: imported by a program again.
_LISTS_SEARCH_PATH = "pkg_resources"


class ForkServer:
    """Serves the orders that come over a socket, one after the other."""

    def __init__(self, line, folders):
        self.line = line
        self.leftovers = warm_watch.Leftovers(folders)

    def next_program(self):
        """Serve orders; returns only in a fork, with the order and its descriptors.

        In the server it does not return: the end of the orders is the end of the process.
        """
        self.line.send(b"{}")
        while True:
            message, descriptors, _, _ = socket.recv_fds(self.line, _LARGEST_MESSAGE, _MOST_DESCRIPTORS)
            if not message:
                os._exit(0)
            if not descriptors:
                continue  # to end a program that has ended by itself
            pid = os.fork()
            if pid == 0:
                os.setsid()
                self.line.close()
                return json.loads(message), descriptors
            for descriptor in descriptors:
                os.close(descriptor)
            status = self._wait(pid)
            self.leftovers.remove()
            self.line.send(json.dumps({"status": status}).encode())

    def _wait(self, pid):
        """How a fork ended: its exit code, negative if a signal did; None if that was ordered."""
        while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if select.select([self.line], [], [], POLL_SECONDS)[0]:
                self.line.recv(len(KILL))
                for how in (os.killpg, os.kill):  # a fork that has not run yet leads no group
                    with contextlib.suppress(ProcessLookupError):
                        how(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                return None
        _, status = os.waitpid(pid, 0)
        return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def become(order, descriptors, search_path):
    """Give this fork what the ordered program would start with, and run it. search_path: behind the order's own."""
    _place(descriptors, [0, 1, 2, *order["descriptors"]])
    if order["memory"]:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = order["memory"] if hard == resource.RLIM_INFINITY else min(order["memory"], hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    os.chdir(order["folder"])
    os.environ.update(order["environment"])
    importlib.invalidate_caches()
    sys.argv = order["arguments"]
    first = os.getcwd() if order["module"] else os.path.dirname(order["arguments"][0])
    own = [first, *filter(None, order["environment"]["PYTHONPATH"].split(os.pathsep))]
    sys.path[:] = [*own, *search_path]
    again = {_LISTS_SEARCH_PATH, *_shadowed(own)}
    for name in [name for name in sys.modules if name.partition(".")[0] in again]:
        del sys.modules[name]
    if order["module"]:
        runpy.run_module(order["module"], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(order["arguments"][0], run_name="__main__")


def _shadowed(places):
    """The outermost modules that are here, while a program would import others of the same name from these places."""
    named = {entry.partition(".")[0] for place in places if os.path.isdir(place) for entry in os.listdir(place)}
    for name in sorted(named & set(sys.modules) - {"__main__"}):
        if not any(importer.find_spec(name) for importer in (BuiltinImporter, FrozenImporter)):
            found = PathFinder.find_spec(name, places)
            if found is not None and found.loader is not None:  # a folder of data has none
                yield name


def _place(descriptors, numbers):
    """Give descriptors the numbers that the program knows them by."""
    away = [fcntl.fcntl(one, fcntl.F_DUPFD, max(numbers) + 1) for one in descriptors]
    for one in descriptors:
        os.close(one)
    for one, number in zip(away, numbers):  # noqa: B905 - Python 3.9 has no `strict`
        os.dup2(one, number)
        os.close(one)


def preload(names):
    """Import pytest with its own plugins and these modules; whatever one does, the others come too.

    Returns those that warned of anything: where a project makes errors of warnings, its own import has to fail.
    """
    found, warned, own = importlib.metadata.entry_points(), [], []
    plugins = found.select(group="pytest11") if hasattr(found, "select") else found.get("pytest11", ())
    # The outermost modules of pytest's plugins, whose assertions pytest rewrites when it imports them.
    plugins = {plugin.value.partition(":")[0].partition(".")[0].strip() for plugin in plugins}
    with contextlib.suppress(ImportError):
        from _pytest.config import default_plugins

        own = ["pytest", *("_pytest." + name for name in default_plugins)]
    with _all_warnings() as warnings_seen:
        for name in [*own, *names]:
            before = len(warnings_seen)
            if name.partition(".")[0] not in plugins:
                with contextlib.suppress(BaseException):
                    importlib.import_module(name)
            warned += [name] * (len(warnings_seen) > before)
    return warned


@contextlib.contextmanager
def _all_warnings():
    """Gives the list of all warnings. Filters that libraries add remain."""
    filters, show, seen = list(warnings.filters), warnings.showwarning, []
    warnings.resetwarnings()
    warnings.simplefilter("always")
    always = warnings.filters[0]
    warnings.showwarning = lambda *said: seen.append(said)
    try:
        yield seen
    finally:
        warnings.showwarning = show
        warnings.filters[:] = [one for one in warnings.filters if one is not always] + filters


def main():
    settings = json.loads(sys.argv[1])
    # Libraries have no input to wait for, and nobody to print to.
    _place([os.open(os.devnull, os.O_RDWR) for _ in range(3)], [0, 1, 2])
    own = os.environ["PYTHONPATH"].split(os.pathsep)
    search_path = [place for place in sys.path[1:] if place not in own]
    warned = preload(settings["modules"])
    if warned:  # begin again without them
        left = [name for name in settings["modules"] if name not in warned]
        if left == settings["modules"]:
            os._exit(1)
        os.execv(sys.executable, [sys.executable, __file__, json.dumps(dict(settings, modules=left))])
    line = socket.socket(fileno=settings["socket"])
    warm_watch.become_subreaper()
    if threading.active_count() > 1:  # a fork would lack the others
        os._exit(1)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()  # else each fork prints what a library has printed
    gc.collect()
    gc.freeze()
    become(*ForkServer(line, warm_watch.private_folders(settings)).next_program(), search_path)


if __name__ == "__main__":
    main()
