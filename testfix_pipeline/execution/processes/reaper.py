"""A process between us and an untrusted one: starts it, watches it, and kills everything that it started.

It needs the standard library alone; the command line ends in `CONTROL_FD STATUS_FD`. The order is one line on
CONTROL_FD, marshalled, as hexadecimal digits; another line means "end everything now", and so does the end of that
stream, which our own death brings about.
As the sub-reaper it inherits whatever its descendants orphan (daemons that fork twice, change session, ignore SIGTERM),
so that killing until it has no child left finds them all. The result is one line on STATUS_FD, as `repr` writes it.
One starts for each supervised process: `json`, `contextlib` and the enumerations of `signal` would double what that
takes.
"""

from __future__ import annotations

import ctypes
import marshal
import os
import resource
import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from typing import Any
else:
    import _signal as signal  # all that `signal` adds to it are enumerations

_PDEATHSIG, _CHILD_SUBREAPER = 1, 36
_TICK_MS = 100
_DISK_TICKS, _COUNT_TICKS = 10, 100


class _Suppressed:
    """A context that ends quietly where one of these errors is raised in it."""

    def __init__(self, *errors: type[BaseException]) -> None:
        self.errors = errors

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        return kind is not None and issubclass(kind, self.errors)


def _prctl(option: int, value: int) -> bool:
    try:
        return int(ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)) == 0
    except (OSError, AttributeError):
        return False


def _read_line(fd: int) -> bytes:
    data = b""
    while not data.endswith(b"\n"):
        chunk = os.read(fd, 65536)
        if not chunk:
            sys.exit(0)
        data += chunk
    return data


def _limit(kind: int, value: int | None) -> None:
    if value is None:
        return
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    with _Suppressed(OSError, ValueError):
        resource.setrlimit(kind, (value, value))


def _exec_command(order: dict[str, Any], parent: int, errors: int) -> None:
    """In the forked child: apply limits and execute the command. Never returns."""
    try:
        os.setsid()
        _prctl(_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(127)
        for number in (signal.SIGPIPE, signal.SIGTERM, signal.SIGCHLD, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        _limit(resource.RLIMIT_CORE, 0)
        _limit(resource.RLIMIT_NPROC, order["tasks"])
        _limit(resource.RLIMIT_FSIZE, order["disk"])
        _limit(resource.RLIMIT_CPU, order["cpu"])
        # Private writable memory: unlike the address space it leaves out files mapped and space only reserved.
        _limit(resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS, order["memory"])
        if order["protected"]:
            import landlock  # type: ignore[import-not-found]  # it lies beside this file

            landlock.protect(order["protected"])
        os.chdir(order["cwd"])
        os.execvp(order["argv"][0], order["argv"])
    except BaseException as error:
        os.write(errors, str(error).encode())
    os._exit(127)


def _launch(order: dict[str, Any]) -> tuple[int, str]:
    """Start the command; returns its process id and, if it could not be executed, the reason."""
    reading, writing = os.pipe()
    here = os.getpid()
    child = os.fork()
    if child == 0:
        _exec_command(order, here, writing)
    os.close(writing)
    # The pipes of the child must end with it and its descendants, not with us.
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    for fd in order["fds"]:
        os.close(fd)
    problem = os.read(reading, 4096).decode(errors="replace")
    os.close(reading)
    return child, problem


def _read(path: str) -> bytes:
    fd = os.open(path, os.O_RDONLY)
    try:
        data = b""
        while chunk := os.read(fd, 65536):
            data += chunk
        return data
    finally:
        os.close(fd)


def children(pid: int) -> list[int]:
    """The children of a process by the kernel's list; empty if there is none."""
    found: list[int] = []
    with _Suppressed(OSError):
        for task in os.scandir(f"/proc/{pid}/task"):
            found += map(int, _read(f"{task.path}/children").split())
    return found


def descendants(pid: int, enough: int = sys.maxsize) -> list[int]:
    """The descendants of a process, not many more than `enough`: a fork bomb grows faster than it is counted."""
    found: list[int] = []
    waiting = [pid]
    while waiting and len(found) <= enough:
        below = children(waiting.pop())
        found += below
        waiting += below
    return found


def _own_memory(pid: int) -> int:
    """The resident bytes of a process that are not backed by a file."""
    try:
        _, resident, shared = _read(f"/proc/{pid}/statm").split()[:3]
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * resource.getpagesize()


def _exceeded_limit(order: dict[str, Any]) -> str | None:
    """The name of the limit that the tree of processes exceeds, None if none."""
    most = sys.maxsize if order["processes"] is None else order["processes"] + order["overhead"]
    tree = descendants(os.getpid(), most)
    if len(tree) > most:
        return "processes"
    if order["memory"] is not None and sum(map(_own_memory, tree)) > 2 * order["memory"]:
        return "memory"
    return None


class _DiskWatch:
    """Watches how much the folders grow; counts them only when the file system has lost enough space."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.most: int | None = order["disk"]
        self.folders: list[str] = order["folders"]
        self.ticks = 0
        self.free = self._free()
        self.before = sum(map(_folder_size, self.folders)) if self.most is not None else 0

    def _free(self) -> int:
        with _Suppressed(OSError):
            found = os.statvfs(self.folders[0])
            return found.f_bavail * found.f_frsize
        return 0

    def exceeded(self) -> bool:
        self.ticks += 1
        if self.most is None or self.ticks % _DISK_TICKS:
            return False
        # Others may free what these fill: now and then the folders are counted all the same.
        if self.free - self._free() <= self.most and self.ticks % _COUNT_TICKS:
            return False
        return sum(map(_folder_size, self.folders)) - self.before > self.most


def _folder_size(folder: str) -> int:
    """The bytes on disk below a folder, links not followed."""
    total, waiting = 0, [folder]
    while waiting:
        with _Suppressed(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                with _Suppressed(OSError):
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
    return total


def _raise_priority() -> None:
    """Raise our priority above the watched processes: a fair share among thousands would be too little.

    Only root may; everybody else is held by RLIMIT_NPROC, from which root is exempt.
    """
    with _Suppressed(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))


def _reap(child: int) -> int | None:
    """Collect ended processes; the exit code of `child` once it is among them, else None."""
    with _Suppressed(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return None
            if pid == child:
                return os.waitstatus_to_exitcode(status)
    return None


def _watch(child: int, order: dict[str, Any], control: int) -> dict[str, Any]:
    """Wait until the command ends, exceeds a limit, or is ordered to end; returns the result to report."""
    wake, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: os.close(control))
    _raise_priority()
    ticking = any(order[name] is not None for name in ("processes", "memory", "disk"))
    disk = _DiskWatch(order)
    poll = select.poll()
    poll.register(control, select.POLLIN)
    poll.register(wake, select.POLLIN)
    while True:
        code = _reap(child)
        if code is not None:
            return {"returncode": code}
        ready = dict(poll.poll(_TICK_MS if ticking else None))
        if control in ready:
            return {"returncode": None, "orphaned": _was_abandoned(control)}
        if wake in ready:
            os.read(wake, 4096)
        limit = _exceeded_limit(order) if ticking else None
        limit = limit or ("disk" if disk.exceeded() else None)
        if limit:
            return {"returncode": None, "limit": limit}


def _was_abandoned(control: int) -> bool:
    """Whether the control stream ended without an order to end the process."""
    with _Suppressed(OSError):
        return not os.read(control, 64)
    return False


def _signal(pid: int, number: int) -> None:
    with _Suppressed(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _stop_everything(seen: set[int]) -> None:
    """Stop all descendants, each before its children are listed, so that it can't fork meanwhile."""
    fresh = [pid for pid in children(os.getpid()) if pid not in seen]
    while fresh:
        pid = fresh.pop()
        seen.add(pid)
        _signal(pid, signal.SIGSTOP)
        fresh += [below for below in children(pid) if below not in seen]


def _kill_everything(child: int) -> None:
    """Kill descendants until none is left. Orphans become our children, so none escapes."""
    _signal(child, signal.SIGKILL)
    while True:
        seen: set[int] = set()
        _stop_everything(seen)
        for pid in [*seen, *children(os.getpid())]:
            _signal(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
            select.select([], [], [], 0.002)
        except ChildProcessError:
            return


def _remove(folder: str | None) -> None:
    if folder:
        import shutil

        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Start what the supervisor orders on the control pipe, wait for it, and end the whole tree."""
    control, status = int(sys.argv[1]), int(sys.argv[2])
    for fd in (control, status):
        os.set_inheritable(fd, False)
    first, _, stop = _read_line(control).partition(b"\n")
    if stop:  # it was cancelled before it began
        sys.exit(0)
    order = marshal.loads(bytes.fromhex(first.decode()))
    if order["subreaper"]:
        _prctl(_CHILD_SUBREAPER, 1)
    child, problem = _launch(order)
    result = {"returncode": None, "problem": problem} if problem else _watch(child, order, control)
    _kill_everything(child)
    # Before the result is out: whoever reads it may count on a clean house.
    _remove(order["scratch"])
    if result.get("orphaned"):
        _remove(order["discard"])
    with _Suppressed(OSError):
        os.write(status, f"{result}\n".encode())
