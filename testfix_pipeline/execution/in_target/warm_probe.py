"""Looks at a running program at given places: the values of pools of expressions there, hit by hit, test by test.

An instrumented candidate calls `__testfix_hit__(place)` before what it looks at and `__testfix_see__(place, hit,
value)` on values that pass by. Nothing is called that belongs to the project, nothing is raised, and the work is
bounded by seconds in a test.

Runs in the target's interpreter, in a forked child: standard library only, Python 3.9 and later.
"""

import builtins
import os
import signal
import sys
import time

import warm_evaluate
import warm_safe

HIT, SEE = "__testfix_hit__", "__testfix_see__"
MOST_FRAMES = 100
# How much of a value goes into its name, and how deep.
KEY_CHARACTERS, KEY_PARTS, KEY_DEPTH = 160, 30, 3
_LETTERS = {warm_evaluate.ERROR: "E", warm_evaluate.UNSAFE: "U"}


class Place:
    """One place of the program: what is asked there of the pool that all places share, and what the test that runs has
    shown of it.

    Of a condition that can't be evaluated at some hit nothing more is asked: it is no use.
    """

    def __init__(self, order, pool):
        owner = order.get("owner", "")
        self.pool = pool
        self.conditions = [_added(self.pool, text, owner) for text in order["conditions"]]
        self.values = [_added(self.pool, text, owner) for text in order["values"]]
        self.variables = set(order["variables"])
        self.parts = [_added(self.pool, text, owner) for text in order.get("parts", ())]
        self.useless = {position for position, number in enumerate(self.conditions) if number is None}
        self.clear()

    def clear(self):
        self.count, self.spent, self.current = 0, 0.0, -1
        self.lines = []
        self.truths = [[] for _ in self.conditions]
        self.keys = [[] for _ in self.values]
        self.part_keys = [[] for _ in self.parts]
        self.seen = {}
        self.passed = {}

    def wanted(self, hits):
        """Whether the hit that comes now is to be recorded: the first ones, then fewer and fewer."""
        self.count += 1
        return self.count <= hits or self.count & (self.count - 1) == 0

    def record(self, frame, line, traced):
        """`traced`: the test is one whose every value is wanted; else only those of the variables."""
        scope = warm_evaluate.Scope(frame)
        truths = [self._truth(position, number, scope) for position, number in enumerate(self.conditions)]
        keys = [
            _outcome_key(self.pool.look(number, scope))
            if number is not None and (traced or position in self.variables)
            else "U:"
            for position, number in enumerate(self.values)
        ]
        parts = ["U:" if number is None else _outcome_key(self.pool.look(number, scope)) for number in self.parts]
        self.lines.append(line)
        for found, new in ((self.truths, truths), (self.keys, keys), (self.part_keys, parts)):
            for position, value in enumerate(new):
                found[position].append(value)

    def _truth(self, position, number, scope):
        if position in self.useless:
            return "E"
        letter = _letter(self.pool.look(number, scope))
        if letter == "E":
            self.useless.add(position)
        return letter

    def report(self):
        """JSON: equal vectors of conditions come together, and so do equal values of parts, each with its numbers."""
        vectors, alike = {}, {}
        for number, found in enumerate(self.truths):
            vectors.setdefault("".join(found), []).append(number)
        for number, found in enumerate(self.part_keys):
            alike.setdefault(tuple(found), []).append(number)
        seen = [[hit, *found] for hit, found in sorted(self.seen.items())]
        parts = [[list(found), numbers] for found, numbers in alike.items()]
        passed = [[number, sorted(found.items())] for number, found in sorted(self.passed.items())]
        own = {"truths": vectors, "keys": self.keys, "parts": parts, "seen": seen, "passed": passed}
        return {"count": self.count, "lines": self.lines, **own}


def _added(pool, text, owner):
    try:
        return pool.add(text, owner)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _letter(outcome):
    kind, value = outcome
    try:
        return _LETTERS.get(kind) or ("T" if warm_safe.truth(value) else "F")
    except Exception as error:
        return "U" if isinstance(error, warm_safe.Unsafe) else "E"


def _outcome_key(outcome):
    kind, value = outcome
    return key(value) if kind == warm_evaluate.VALUE else "%s:%s" % (_LETTERS[kind], value)


def key(value, depth=KEY_DEPTH):
    """A name for a value: equal values of builtin types share one, other objects are distinguished by identity."""
    kind = type(value)
    if value is None or kind in (bool, int, float, complex, str, bytes):
        return "%s:%s" % (kind.__name__, _short(_text(value)))
    if kind in (list, tuple, set, frozenset, dict) and depth and len(value) <= KEY_PARTS:
        parts = [key(part, depth - 1) for part in value]
        if kind is dict:
            parts = ["%s=%s" % (part, key(item, depth - 1)) for part, item in zip(parts, value.values())]  # noqa: B905
        parts = sorted(parts) if kind in (set, frozenset) else parts
        return _short("%s:(%s)" % (kind.__name__, ",".join(parts)))
    return "%s@%x" % (kind.__name__, id(value))


def _text(value):
    if type(value) is int and value.bit_length() > 4 * KEY_CHARACTERS:
        return hex(value)
    return repr(value)


def _short(text):
    if len(text) <= KEY_CHARACTERS:
        return text
    return "%s#%x" % (text[:KEY_CHARACTERS], hash(text))


class CandidateProbe:
    """The places of one instrumented candidate.

    `order`: places (each with the texts of conditions and values, the positions of the values that are variables, the
    texts of parts, whose values are wanted in all tests, and the name of the class around), traced (test -> [hits,
    seconds]: what is recorded in the tests of which more is wanted before it becomes less), others (the same for each
    of the other tests).
    """

    def __init__(self, order):
        pool = warm_evaluate.Pool()
        self.places = [Place(place, pool) for place in order["places"]]
        self.busy = False
        self.begin("", 0, 0.0)

    def begin(self, test_file, hits, seconds):
        """A test starts; `test_file`: where to look for the line of the test that leads to a hit, "" for nowhere."""
        self.test_file, self.hits, self.seconds = test_file, hits, seconds
        for place in self.places:
            place.clear()

    def hit(self, number):
        """Records the calling frame; returns which hit of the place it was."""
        place = self.places[number]
        place.current = -1
        if self.busy or place.spent > self.seconds / len(self.places) or not place.wanted(self.hits):
            return -1
        self.busy, started = True, time.process_time()
        try:
            place.record(sys._getframe(1), self._line(sys._getframe(1)), bool(self.test_file))
            place.current = len(place.lines) - 1
            return place.current
        except Exception:
            return -1
        finally:
            self.busy = False
            place.spent += time.process_time() - started

    def see(self, number, hit, value):
        """Records what passes by at a hit; returns it. `number`: a place, or (place, part) for the latest hit."""
        if type(number) is tuple:
            place = self.places[number[0]]
            if place.current >= 0:
                place.passed.setdefault(number[1], {}).setdefault(place.current, key(value))
        elif hit >= 0:
            letter = _letter((warm_evaluate.VALUE, value))
            self.places[number].seen[hit] = (letter, key(value))
        return value

    def _line(self, frame):
        """The line of the test's own file that the hit comes from; 0 where there is none."""
        for _ in range(MOST_FRAMES if self.test_file else 0):
            if frame is None:
                break
            if frame.f_code.co_filename == self.test_file:
                return frame.f_lineno
            frame = frame.f_back
        return 0

    def report(self):
        return [place.report() for place in self.places]

    def register(self):
        setattr(builtins, HIT, self.hit)
        setattr(builtins, SEE, self.see)


def observe(child, items, order):
    """Runs each item and says what it showed; also where the limits on loops and CPU time end the child."""
    probe = CandidateProbe(order)
    probe.register()
    traced = order.get("traced", {})

    def ended(how):
        child.say("observed", item.nodeid, probe.report())
        child.say("end", how)
        os._exit(0)

    child.ticks.stop = lambda: ended("loop")
    signal.signal(signal.SIGPROF, lambda number, frame: ended("cpu"))
    for item in items:
        path = item.path if hasattr(item, "path") else item.fspath
        probe.begin(str(path) if item.nodeid in traced else "", *traced.get(item.nodeid, order["others"]))
        child.run_one(item, None)
        child.say("observed", item.nodeid, probe.report())
    child.say("end", "done")
