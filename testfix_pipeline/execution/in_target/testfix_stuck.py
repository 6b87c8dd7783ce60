"""Tells code that hangs from slow code: it waits for what can't happen, or returns to a previous state."""

import collections
import contextlib
import opcode
import operator
import os
import signal
import sys
import threading

_OWN = os.path.dirname(os.path.abspath(__file__))
# Frames of these are the frame of a test, not a part of it.
_AROUND = tuple(os.sep + name + os.sep for name in ("_pytest", "pluggy", "unittest"))
# What is looked at of a state at most: values, and frames.
MOST_VALUES, MOST_FRAMES = 3000, 40
# States that are remembered: code that comes to more of them gets on.
MOST_STATES = 600
# So many looks in a row, of which so many may show something new: places of the round where it seldom is seen. Code
# that counts, gathers or goes through something is in a new state at every look.
LOOKS, MOST_NEWS = 200, 20
# Descendants of a test's process that are asked whether they compute.
MOST_CHILDREN = 64
# Seconds for which a reading of the waiting time is used again.
RECENT = 0.1
_last_read = [float("-inf"), 0.0, 0]
_PLAIN = frozenset({int, float, complex, bool, str, bytes, type(None), type(...)})
_ROWS = frozenset({list, tuple, collections.deque})


# -- waiting -----------------------------------------------------------------------------------------------------------


def waits_forever(frame):
    """Whether the main thread, interrupted at `frame`, waits without a timeout for what can't happen.

    That is: there is no other thread and no child process, and it waits in `threading` for a notification, or in an
    event loop that has no timer and no file but its own.
    """
    if threading.active_count() > 1 or len(sys._current_frames()) > 1 or _has_children():
        return False
    frame = _innermost_foreign(frame)
    if frame is None:
        return False
    file, name = frame.f_code.co_filename, frame.f_code.co_name
    if (file, name) == (threading.__file__, "wait"):
        return frame.f_locals.get("timeout", 0) is None
    selectors, loops = sys.modules.get("selectors"), sys.modules.get("asyncio.base_events")
    if not selectors or not loops or (file, name) != (selectors.__file__, "select"):
        return False
    loop = frame.f_back.f_locals.get("self") if frame.f_back is not None else None
    if frame.f_locals.get("timeout", 0) not in (None, -1) or not isinstance(loop, loops.BaseEventLoop):
        return False
    files = len(frame.f_locals["self"].get_map() or ())
    return files <= 1 and not (loop._scheduled or loop._ready or getattr(loop, "_signal_handlers", None))


def _has_children():
    """Whether there is a child process; true if that can't be found out."""
    if not hasattr(os, "waitid"):
        return True
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def children_cpu():
    """The ticks of processor time that the living descendants of this process have used; 0 if unknown."""
    ticks = 0
    for child in _descendants(os.getpid(), []):
        with contextlib.suppress(OSError), open("/proc/%d/stat" % child) as file:
            ticks += sum(map(int, file.read().rpartition(")")[2].split()[11:13]))
    return ticks


def queued_seconds():
    """The seconds for which this thread could have run and had to wait for a processor; 0 if unknown."""
    try:
        with open("/proc/thread-self/schedstat") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def recent_queued_seconds(now):
    """When those seconds were read last, at most RECENT before `now`, and how many they were: many tests are short."""
    if now - _last_read[0] > RECENT or _last_read[2] != os.getpid():
        _last_read[:] = now, queued_seconds(), os.getpid()
    return _last_read[:2]


def _descendants(pid, found):
    try:
        with open("/proc/%d/task/%d/children" % (pid, pid)) as file:
            children = [int(child) for child in file.read().split()]
    except OSError:
        return found
    for child in children[: MOST_CHILDREN - len(found)]:
        found.append(child)
        _descendants(child, found)
    return found


def is_own(frame):
    """Whether a line of one of our own files was running."""
    return os.path.dirname(frame.f_code.co_filename) == _OWN


def _innermost_foreign(frame):
    """The innermost frame that is not of our own files."""
    while frame is not None and is_own(frame):
        frame = frame.f_back
    return frame


def called_function(frame):
    """(file, name) of the function that the running test or import has called; None if it has called none."""
    called = outermost = None
    while frame is not None and not any(name in frame.f_code.co_filename for name in _AROUND):
        if not is_own(frame) and "importlib" not in frame.f_code.co_filename:
            called, outermost = outermost, frame.f_code
        frame = frame.f_back
    return (called.co_filename, called.co_name) if called is not None else None


# -- going round -------------------------------------------------------------------------------------------------------


class StateHistory:
    """Watches whether a test still reaches states that it has not been in before.

    A state is where each of its frames is, and what their variables hold, down to the last value. Code of which next to
    all states recur goes round for ever, unless it reads a clock; so that is taken for a sign after many looks only.
    Beside other threads, and in a single state that is no end of a loop's round, it is none: that may be one long call
    of a library.
    """

    def __init__(self):
        self._known = set()
        self._news = collections.deque(maxlen=LOOKS)
        self._last = collections.deque(maxlen=LOOKS)
        self.makes_progress = False

    def add_state(self, frame):
        """Add the state at `frame`; returns whether hardly any of the last states was new."""
        frame = _innermost_foreign(frame)
        state = None if threading.active_count() > 1 else _state_hash(frame)
        if state is None or len(self._known) > MOST_STATES:
            self.makes_progress = True
            return False
        self._news.append(state not in self._known)
        self._known.add(state)
        self._last.append((state, _is_at_loop_end(frame)))
        if len(self._news) < LOOKS or sum(self._news) > MOST_NEWS:
            return False
        recurring = [jumps for (_, jumps), seen in collections.Counter(self._last).items() if seen > 1]
        return len(recurring) > 1 or any(recurring)


def _is_at_loop_end(frame):
    """Whether the innermost frame is at the jump that ends a loop round."""
    if frame is None or frame.f_lasti < 0:
        return False
    name = opcode.opname[frame.f_code.co_code[frame.f_lasti]]
    return "BACKWARD" in name or name == "JUMP_ABSOLUTE"


def _state_hash(frame):
    """A hash of the state of a test; None if the state is too large."""
    left, seen, parts = [MOST_VALUES], {}, []
    variables = []  # values are distinguished by ids, so all are kept till the end
    try:
        while frame is not None and not any(name in frame.f_code.co_filename for name in _AROUND):
            if len(parts) >= MOST_FRAMES:
                return None
            variables.append(dict(frame.f_locals))
            parts.append((id(frame.f_code), frame.f_lasti, _hashable(variables[-1], left, seen)))
            frame = frame.f_back
    except Exception:  # it would come up in the test that was interrupted
        return None
    return hash(tuple(parts))


class _StateTooLarge(Exception):
    pass


def _hashable(value, left, seen):
    """A hashable stand-in for a value; no code of the project is called."""
    left[0] -= 1
    if left[0] < 0:
        raise _StateTooLarge
    kind = type(value)
    if kind in _PLAIN:
        return kind.__name__, value
    if id(value) in seen:
        return "again", seen[id(value)]
    seen[id(value)] = len(seen)
    if kind in _ROWS:
        return kind.__name__, tuple(_hashable(one, left, seen) for one in value)
    if issubclass(kind, dict):
        pairs = tuple((_hashable(key, left, seen), _hashable(one, left, seen)) for key, one in dict.items(value))
        return kind.__name__, pairs
    if kind in (set, frozenset):
        return kind.__name__, frozenset(_hashable(one, left, dict(seen)) for one in value)
    if kind.__module__ in ("builtins", "itertools", "collections", "types"):
        return kind.__name__, id(value), _remaining(value)
    return kind.__name__, id(kind), _hashable_attributes(value, left, seen)


def _remaining(value):
    """The number of items left in an iterator or container, or the position of a generator."""
    frame = getattr(value, "gi_frame", None)
    if frame is not None:
        return frame.f_lasti
    try:
        return operator.length_hint(value)
    except TypeError:
        return -1


def _hashable_attributes(value, left, seen):
    """A hashable stand-in for an object's attributes; its identity if none are visible."""
    try:
        fields = object.__getattribute__(value, "__dict__")
    except AttributeError:
        fields = None
    slots = (kind.__dict__.get("__slots__", ()) for kind in type(value).__mro__)
    names = [name for some in slots for name in ((some,) if isinstance(some, str) else some)]
    if type(fields) is not dict and not names:
        return id(value)
    found = [_hashable(fields, left, seen)] if type(fields) is dict else []
    for name in names:
        try:
            found.append(_hashable(object.__getattribute__(value, name), left, seen))
        except AttributeError:
            found.append(None)
    return tuple(found)


def has_pending_alarm():
    """Whether a timer is set that will interrupt a wait."""
    return signal.getitimer(signal.ITIMER_REAL)[0] > 0
