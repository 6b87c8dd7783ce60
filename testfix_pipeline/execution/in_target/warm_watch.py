"""Waits for the end of a forked child, and removes the processes and files that it leaves behind."""

import contextlib
import json
import os
import select
import shutil
import signal
import time

POLL_SECONDS = 0.04
# Between two words to the engine on how far a child is.
TELL_SECONDS = 0.5
# Seconds without work until a child is asked whether what it waits for can come, the first time.
ASK_SECONDS = 0.03
SWEEP_SECONDS = 5.0
_CHILD_SUBREAPER = 36
_HERTZ = os.sysconf("SC_CLK_TCK")


def become_subreaper():
    """Make this process the parent of orphaned descendants, so that `Leftovers` finds daemons."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(_CHILD_SUBREAPER, 1, 0, 0, 0)


def private_folders(settings):
    """The folders in which a server's children leave files that are nobody else's, by its settings."""
    return [os.environ[name] for name in settings["own_folders"]] + settings["more_folders"]


class Leftovers:
    """The processes and temporary files that exist before the first child; all later ones are leftovers."""

    def __init__(self, folders):
        self.processes = set(_children())
        self.files = {folder: _entries(folder) for folder in folders}

    def remove(self):
        """Kill the processes and remove the files that have appeared since."""
        until = time.monotonic() + SWEEP_SECONDS
        while time.monotonic() < until:
            strays = [pid for pid in _children() if pid not in self.processes]
            if not strays:
                break
            for pid in strays:
                _kill(os.kill, pid)
            for pid in strays:
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, 0)
        for folder, known in self.files.items():
            for path in _entries(folder) - known:
                if os.path.isdir(path) and not os.path.islink(path):
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    with contextlib.suppress(OSError):
                        os.unlink(path)


def _children():
    found = []
    with contextlib.suppress(OSError):
        for task in os.listdir("/proc/self/task"):
            with open("/proc/self/task/%s/children" % task, "rb") as listing:
                found += map(int, listing.read().split())
    return found


def _entries(folder):
    """The paths right below a folder. What lies deeper may be anybody's: copies of the tree are bound there."""
    try:
        return {entry.path for entry in os.scandir(folder)}
    except OSError:
        return set()


def _kill(how, pid, number=signal.SIGKILL):
    with contextlib.suppress(ProcessLookupError, PermissionError):
        how(pid, number)


class Idleness:
    """How long a process has waited without computing; waiting for a busy processor does not count."""

    def __init__(self, pid):
        self.pid = pid
        self.seen = time.monotonic(), self._cpu_and_state()[0]
        self.seconds = 0.0

    def _cpu_and_state(self):
        try:
            with open("/proc/%d/stat" % self.pid, "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            return (int(fields[11]) + int(fields[12])) / _HERTZ, fields[0]
        except (OSError, IndexError, ValueError):
            return 0.0, b"S"

    def update(self):
        """Return the seconds of waiting since the last `clear`."""
        now, (used, state) = time.monotonic(), self._cpu_and_state()
        elapsed, computed = now - self.seen[0], used - self.seen[1]
        if state not in b"RD":
            self.seconds += max(0.0, elapsed - computed)
        self.seen = now, used
        return self.seconds

    def clear(self):
        self.seconds = 0.0


def watch_child(pid, fd, request, report_progress):
    """The lines of a child, how it ended, and its CPU seconds. `tell(count)` is called now and then.

    It ended by "wall" where it waited, by "time" where the request's was over, else as the cause of its death says.
    """
    lines, buffer, ending = [], b"", None
    deadline, said = time.monotonic() + request["left"], time.monotonic()
    idleness, patience = Idleness(pid), request.get("first_idle", request["idle"])
    ask = ASK_SECONDS
    while ending is None:
        ready, _, _ = select.select([fd], [], [], POLL_SECONDS)
        if ready:
            data = os.read(fd, 1 << 16)
            *whole, buffer = (buffer + data).split(b"\n")
            lines += _parse_lines(whole)
            idleness.clear()
            ask = ASK_SECONDS
            patience = request["idle"] if whole else patience
            if not data or (lines and lines[-1][0] == "end"):
                break
        elif os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            break  # it has ended, even if a process that it started still holds the pipe open
        else:
            waited = idleness.update()
            if waited > patience:
                ending = "wall"
            elif waited > ask:
                ask *= 2
                _kill(os.kill, pid, signal.SIGURG)  # see Child._check_waiting; other processes ignore it
        now = time.monotonic()
        if now > deadline:
            ending = "time"
        if now - said > TELL_SECONDS:
            said = now
            report_progress(sum(line[0] == "test" for line in lines))
    for how in (os.killpg, os.kill):
        _kill(how, pid)
    _, status, usage = os.wait4(pid, 0)
    os.close(fd)
    return lines, ending or _exit_cause(status), round(usage.ru_utime + usage.ru_stime, 4)


def _parse_lines(lines):
    """The child's messages; lines that something else wrote are left out."""
    found = []
    for line in lines:
        with contextlib.suppress(ValueError):
            said = json.loads(line)
            if isinstance(said, list) and said:
                found.append(said)
    return found


def _exit_cause(status):
    if os.WIFSIGNALED(status):
        return "cpu" if os.WTERMSIG(status) == signal.SIGPROF else "signal %d" % os.WTERMSIG(status)
    return "exit"
