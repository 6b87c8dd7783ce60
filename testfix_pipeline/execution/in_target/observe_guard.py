"""Watches one call: records its executed lines, and stops or marks access to anything but its arguments.

Files, processes, the network, the clock, chance and the environment make a test that pins the weather. What can be
stopped is stopped; the call is marked either way.
"""

import collections.abc
import contextlib
import os
import signal
import sys
import threading

_STOPPED = (
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "os.kill",
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown",
    "os.utime", "os.listdir", "os.scandir", "os.chdir", "os.putenv", "os.unsetenv", "shutil.", "tempfile.",
    "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostby", "socket.sendto", "sqlite3.connect",
    "urllib.Request", "builtins.input", "webbrowser.open",
)  # fmt: skip
_ON_FILES = {
    "open", "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod",
    "os.listdir", "os.scandir", "os.utime", "sqlite3.connect", "shutil.copyfile", "shutil.copymode", "shutil.copystat",
    "shutil.copytree", "shutil.move", "shutil.rmtree", "tempfile.mkstemp",
}  # fmt: skip
_CODE = (".py", ".pyc", ".so", ".pyd")
_CHANCE = {"random.py": "random", "secrets.py": "random", "uuid.py": "random", "tempfile.py": "file"}
_C_CALLS = {
    "time": "time", "time_ns": "time", "monotonic": "time", "monotonic_ns": "time", "perf_counter": "time",
    "perf_counter_ns": "time", "process_time": "time", "localtime": "time", "gmtime": "time", "ctime": "time",
    "sleep": "time", "mktime": "time", "strftime": "time",
    "now": "time", "utcnow": "time", "today": "time", "urandom": "random", "getcwd": "environment",
    "getpid": "environment", "id": "memory address", "stat": "file", "lstat": "file", "gauss": "random",
}  # fmt: skip
_CLOCKS = {"time", "datetime", "date", "posix", "nt", "builtins", "_random"}

_ENVIRONMENT = os._Environ.__getitem__.__code__
_WAYS_TO_ENVIRONMENT = {os.getenv.__code__.co_filename, collections.abc.Mapping.get.__code__.co_filename}


class SideEffect(BaseException):
    """Raised when the call tries to have a side effect."""


class OutOfTime(BaseException):
    """Raised when the call exceeds its time limit."""


class Guard:
    """A context manager around a call; afterwards `.effect` names its side effect and `.lines` the executed lines.

    `active` alone stops effects without watching, which is quicker. What lies in the folder `scratch` is the test's own
    and may be used (`has_folder`: the call was given one); so may variables of the environment that are in `settings`.
    """

    def __init__(self, root, file, scratch=""):
        self._root, self._file = os.path.realpath(root) + os.sep, os.path.realpath(file)
        self._scratch = os.path.realpath(scratch) + os.sep if scratch else ""
        self._home, self._mine = os.getcwd(), {}
        self._reading = self.active = self.has_folder = False
        self.effect, self.lines, self.settings = "", set(), set()
        sys.addaudithook(self._audit)

    def is_ours(self, filename):
        """Whether a file belongs to the project."""
        known = self._mine.get(filename)
        if known is None:
            path = os.path.realpath(filename)
            known = path.startswith(self._root) and "site-packages" not in path and not filename.startswith("<")
            self._mine[filename] = known
        return known

    def __enter__(self):
        self.effect, self.lines = "", set()
        self._threads = threading.active_count()
        self.active = True
        sys.setprofile(self._note_effect)
        sys.settrace(self._trace)
        return self

    def __exit__(self, *error):
        sys.settrace(None)
        sys.setprofile(None)
        self.active = False
        if threading.active_count() > self._threads:
            self.effect = self.effect or "thread"

    def _audit(self, event, arguments):
        if not self.active:
            return
        if event == "os.chdir" and os.path.basename(sys._getframe(1).f_code.co_filename) == "monkeypatch.py":
            if arguments[0] == self._home or self._uses_only_scratch(arguments):  # pytest's, which undoes its changes
                return
        elif event in _ON_FILES and self._uses_only_scratch(arguments):
            return
        if event in ("os.putenv", "os.unsetenv") and os.fsdecode(arguments[0]) in self.settings:
            return
        if event == "open":
            path, _, flags = arguments
            if self._reading and not _writes(flags) and self.is_ours(os.fsdecode(path)):
                return
            if _writes(flags) or not str(path).endswith(_CODE):
                self._refuse("file")
        elif event.startswith(_STOPPED):
            self._refuse(event)

    def _uses_only_scratch(self, arguments):
        """Whether all paths of an operation lie in the test's own folder, or the database is in memory."""
        paths = [os.fsdecode(one) for one in arguments if isinstance(one, (str, bytes, os.PathLike)) and one]
        with contextlib.suppress(OSError):  # the working directory is gone already
            place = os.getcwd() + os.sep
            paths = [os.path.join(place, one) for one in paths] if self._is_in_scratch(place) else paths
        paths = [one for one in paths if os.sep in one or one == ":memory:"]
        return bool(paths) and all(one == ":memory:" or self._is_in_scratch(one) for one in paths)

    def _is_in_scratch(self, path):
        return bool(self._scratch) and (os.path.normpath(path) + os.sep).startswith(self._scratch)

    @contextlib.contextmanager
    def allow_reading(self):
        """Allow reading the project's own files in the block: fixtures return data files next to the tests."""
        self._reading = True
        try:
            yield
        finally:
            self._reading = False

    def _refuse(self, effect):
        if "importlib" in sys._getframe(2).f_code.co_filename:  # it may read files and list folders
            return
        self.effect = self.effect or effect
        raise SideEffect(effect)

    def _note_effect(self, frame, event, argument):
        if event == "c_call" and self.is_ours(frame.f_code.co_filename):
            kind = _C_CALLS.get(argument.__name__)
            owner = getattr(argument, "__self__", None)
            place = getattr(owner, "__name__", type(owner).__name__).rpartition(".")[2]
            if kind and place in _CLOCKS and not (kind == "file" and self.has_folder):
                self.effect = self.effect or kind
            elif place == "Random":
                self.effect = self.effect or "random"
        elif event == "call" and frame.f_back is not None:
            kind = _CHANCE.get(os.path.basename(frame.f_code.co_filename))
            if kind and self.is_ours(frame.f_back.f_code.co_filename):
                self.effect = self.effect or kind
            elif frame.f_code is _ENVIRONMENT and self._is_project_access(frame):
                self.effect = self.effect or "environment"

    def _is_project_access(self, frame):
        """Whether code of the project, not of a library, reads the environment: a variable that is not its to have."""
        if frame.f_locals.get("key") in self.settings:
            return False
        while frame is not None and frame.f_code.co_filename in _WAYS_TO_ENVIRONMENT:
            frame = frame.f_back
        return frame is not None and self.is_ours(frame.f_code.co_filename)

    def _trace(self, frame, event, argument):
        file = frame.f_code.co_filename
        return self._trace_line if self.is_ours(file) and os.path.realpath(file) == self._file else None

    def _trace_line(self, frame, event, argument):
        if event == "line":
            self.lines.add(frame.f_lineno)
        return self._trace_line


def _writes(flags):
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


class TimeLimit:
    """A context manager that raises OutOfTime after `seconds`, repeatedly in case the code catches everything."""

    def __init__(self, seconds):
        self._seconds = seconds

    def __enter__(self):
        signal.signal(signal.SIGALRM, self._raise)
        signal.setitimer(signal.ITIMER_REAL, self._seconds, 0.05)

    def __exit__(self, *error):
        signal.setitimer(signal.ITIMER_REAL, 0)

    @staticmethod
    def _raise(number, frame):
        raise OutOfTime()
