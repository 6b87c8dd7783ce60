"""Watches one call: the lines it runs, and whether it reaches for anything outside of its arguments.

Files, processes, the network, the clock, chance and the environment make a test that pins the weather. What can be
stopped is stopped; the call is marked either way. Standard library only, Python 3.9 and later.
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
    """The call reached outside."""


class OutOfTime(BaseException):
    """The call took longer than a quick test may."""


class Guard:
    """`with guard: ...` around a call; then `.effect` names what it reached for and `.lines` what it ran.

    `active` alone stops effects without watching, which is quicker. What lies in the folder `scratch` is the test's own
    and may be used (`has_folder`: the call was given one); so may variables of the environment that are in `settings`.
    """

    def __init__(self, root, file, scratch=""):
        self._root = os.path.realpath(root) + os.sep
        self._file = os.path.realpath(file)
        self._scratch = os.path.realpath(scratch) + os.sep if scratch else ""
        self._home = os.getcwd()
        self._reading = False
        self.settings = set()
        self.has_folder = False
        self._mine = {}
        self.active = False
        self.effect = ""
        self.lines = set()
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
        sys.setprofile(self._profile)
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
        if event == "os.chdir" and _is_undone_later(sys._getframe(1)):
            if arguments[0] == self._home or self._is_scratch(arguments):
                return
        elif event in _ON_FILES and self._is_scratch(arguments):
            return
        if event in ("os.putenv", "os.unsetenv") and os.fsdecode(arguments[0]) in self.settings:
            return
        if event == "open":
            path, _, flags = arguments
            if self._reading and not _writes(flags) and self.is_ours(os.fsdecode(path)):
                return
            if _writes(flags) or not str(path).endswith(_CODE):
                self._stop("file")
        elif event.startswith(_STOPPED):
            self._stop(event)

    def _is_scratch(self, arguments):
        """Whether all paths that an operation names lie in the test's own folder; a database may lie in memory."""
        paths = [os.fsdecode(one) for one in arguments if isinstance(one, (str, bytes, os.PathLike)) and one]
        paths = self._from_scratch(paths)
        paths = [one for one in paths if os.sep in one or one == ":memory:"]
        return bool(paths) and all(one == ":memory:" or self._lies_in_scratch(one) for one in paths)

    def _from_scratch(self, paths):
        """The paths as they are found from the test's own folder, where the call works in it."""
        try:
            place = os.getcwd() + os.sep
        except OSError:  # the folder is gone already
            return paths
        return [os.path.join(place, one) for one in paths] if self._lies_in_scratch(place) else paths

    def _lies_in_scratch(self, path):
        return bool(self._scratch) and (os.path.normpath(path) + os.sep).startswith(self._scratch)

    @contextlib.contextmanager
    def reading(self):
        """The project's own files may be read in the block: fixtures hand out what lies beside the tests."""
        self._reading = True
        try:
            yield
        finally:
            self._reading = False

    def _stop(self, effect):
        if _is_importing(sys._getframe(2)):
            return
        self.effect = self.effect or effect
        raise SideEffect(effect)

    def _profile(self, frame, event, argument):
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
            elif frame.f_code is _ENVIRONMENT and self._asked_by_us(frame) and not self._is_set(frame):
                self.effect = self.effect or "environment"

    def _is_set(self, frame):
        return frame.f_locals.get("key") in self.settings

    def _asked_by_us(self, frame):
        """Whether the project's code looked into the environment and not a library's."""
        while frame is not None and frame.f_code.co_filename in _WAYS_TO_ENVIRONMENT:
            frame = frame.f_back
        return frame is not None and self.is_ours(frame.f_code.co_filename)

    def _trace(self, frame, event, argument):
        filename = frame.f_code.co_filename
        if not self.is_ours(filename) or os.path.realpath(filename) != self._file:
            return None
        return self._line

    def _line(self, frame, event, argument):
        if event == "line":
            self.lines.add(frame.f_lineno)
        return self._line


def _writes(flags):
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def _is_undone_later(frame):
    """Whether pytest's `monkeypatch` is at work there: it takes back what it did, or is doing so."""
    return frame is not None and os.path.basename(frame.f_code.co_filename) == "monkeypatch.py"


def _is_importing(frame):
    """Whether the import machinery is at work there: it may read files and list folders."""
    return frame is not None and "importlib" in frame.f_code.co_filename


class TimeLimit:
    """Ends what runs in its block after `seconds`, again and again where it catches everything."""

    def __init__(self, seconds):
        self._seconds = seconds

    def __enter__(self):
        signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, self._seconds, 0.05)

    def __exit__(self, *error):
        signal.setitimer(signal.ITIMER_REAL, 0)

    @staticmethod
    def _ring(number, frame):
        raise OutOfTime()
