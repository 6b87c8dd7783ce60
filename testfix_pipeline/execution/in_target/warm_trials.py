"""Runs calls under variants of the code and reports the outcome of each.

Every variant gets a process of its own, so nothing that one leaves behind is seen by the next, and an audit hook keeps
calls that no test has made from touching files, processes or the network.
"""

import asyncio
import functools
import itertools
import os
import re
import signal
import sys
import time
import types

from testfix_children import EffectGuard, said_by_child

# CPU seconds of one call until its loops are ended, and until its process is; seconds that it may sleep.
LOOP_SECONDS, CALL_SECONDS, SLEEP_SECONDS = 0.03, 0.08, 0.6
# Until something is said: far more than a call may take, and the installation of a variant.
LONGEST_WAIT_S = 60.0
REVIVALS = 3
ITEMS = 20
LONGEST = 2000
SHOWN, DEEPEST, MOST_ITEMS = 160, 4, 40
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_PLAIN = (int, float, complex, str, bytes, bool, type(None), type(Ellipsis), range)


def run_variants(child, calls, variants, index, seconds):
    """Run the calls under each variant for a share of the seconds; calls without time left have no outcome."""
    end = time.monotonic() + seconds
    left_out = set()
    for number, changes in enumerate(variants):
        now = time.monotonic()
        until = now + (end - now) / (len(variants) - number)
        queue = [position for position in range(len(calls)) if position not in left_out]
        stuck = _run_variant(child, number, changes, index, calls, queue, until)
        if number == 0:  # what hangs as it is costs much: where nobody calls it so, once is enough
            left_out.update([position for position in stuck if calls[position].origin == "made"][1:])


def _run_variant(child, variant, changes, index, calls, queue, until):
    """Run the queue under a variant, in a new process after each call that hangs; returns the hanging calls."""
    stuck = []
    while queue and len(stuck) < REVIVALS and time.monotonic() < until:
        work = functools.partial(_run_queue, child, variant, changes, index, calls, queue, until)
        ended = list(said_by_child(work, LONGEST_WAIT_S))
        if ended[-1:] != [None]:
            break
        queue = queue[len(ended) - 1 :]
        if queue:
            child.send_line("outcome", variant, queue[0], "does not end")
            stuck.append(queue.pop(0))
    return stuck


def _run_queue(child, variant, changes, index, calls, queue, until, say):
    """Run calls in a child: it says the number of each that has come to its end."""
    child.pid = os.getpid()
    if child.install(changes, index, [])[0]:
        return
    for name in (signal.SIGALRM, signal.SIGPROF):
        signal.signal(name, signal.SIG_DFL)
    guard = EffectGuard()
    sys.dont_write_bytecode = True
    sys.addaudithook(guard)

    def stop():
        raise LoopTooLong

    child.ticks.stop = stop
    for position in queue:
        if time.monotonic() > until:
            break
        guard.refused.clear()
        child.ticks.until = time.process_time() + LOOP_SECONDS
        child.ticks.register()
        signal.setitimer(signal.ITIMER_PROF, CALL_SECONDS)
        signal.setitimer(signal.ITIMER_REAL, SLEEP_SECONDS)
        text = call_outcome(calls[position])
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        child.ticks.until = float("inf")
        child.send_line("outcome", variant, position, "forbidden" if guard.refused else text)
        say(position)


class LoopTooLong(BaseException):
    """Raised when a loop of the candidate computes too long."""


def call_outcome(call):
    """The outcome of a call as text: its return value or exception, and its arguments afterwards."""
    before = [value_text(value, LONGEST) for value in call.args]
    try:
        value = call.function(*call.args, **call.kwargs)
        if isinstance(value, types.CoroutineType):
            value = asyncio.run(value)
        elif isinstance(value, types.GeneratorType):
            value = list(itertools.islice(value, ITEMS + 1))
        said = "returns " + value_text(value, LONGEST)
    except LoopTooLong:
        return "does not end"
    except BaseException as error:
        said = "raises %s: %s" % (type(error).__name__, without_addresses(str(error))[:200])
    after = [value_text(value, LONGEST) for value in call.args]
    changed = [number for number, text in enumerate(before) if after[number] != text]
    return said + "".join("; argument %d becomes %s" % (number + 1, after[number]) for number in changed)


# -- texts of values ---------------------------------------------------------------------------------------------------


def without_addresses(text):
    return _ADDRESS.sub("", text)


def value_text(value, longest=SHOWN):
    """The text of any value, at most `longest` characters, equal for equal values: without addresses, sets sorted,
    objects by their attributes."""
    try:
        found = _text(value, DEEPEST, ())
    except Exception as error:
        found = "<%s: %s>" % (type(value).__name__, type(error).__name__)
    return found if len(found) <= longest else found[: longest - 3] + "..."


def _text(value, depth, outer):
    kind = type(value)
    if kind in _PLAIN:
        return repr(value)
    if id(value) in outer or depth == 0:
        return "<%s>" % kind.__name__
    outer = (*outer, id(value))
    if kind in (list, tuple):
        items = [_text(item, depth - 1, outer) for item in value[:MOST_ITEMS]]
        more = ["..."] if len(value) > MOST_ITEMS else [""] if kind is tuple and len(items) == 1 else []
        return ("[%s]" if kind is list else "(%s)") % ", ".join(items + more).rstrip(" ")
    if kind in (set, frozenset):
        return "{%s}" % ", ".join(sorted(_text(item, depth - 1, outer) for item in value))
    if isinstance(value, dict):
        shown = list(value.items())[:MOST_ITEMS]
        pairs = ["%s: %s" % (_text(k, depth - 1, outer), _text(v, depth - 1, outer)) for k, v in shown]
        return "{%s}" % ", ".join(pairs)
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType)):
        return "<%s>" % getattr(value, "__qualname__", getattr(value, "__name__", kind.__name__))
    return _object_text(value, kind, depth, outer)


def _object_text(value, kind, depth, outer):
    """The text of an object: its own `repr` if that is telling, else its attributes."""
    if kind.__repr__ not in (object.__repr__, BaseException.__repr__) and kind.__module__ == "builtins":
        return without_addresses(repr(value))
    attributes = dict(getattr(value, "__dict__", {}))
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                attributes[name] = getattr(value, name)
    if not attributes:
        own = kind.__repr__ is not object.__repr__
        return without_addresses(repr(value)) if own else "%s()" % kind.__name__
    given = ["%s=%s" % (name, _text(item, depth - 1, outer)) for name, item in sorted(attributes.items())]
    return "%s(%s)" % (kind.__name__, ", ".join(given[:MOST_ITEMS]))
