"""Records the values of expressions at given places of a running program, hit by hit, test by test.

An instrumented candidate calls `__testfix_hit__(place)` before what it looks at and `__testfix_see__(place, hit,
value)` on values that pass by. Nothing is called that belongs to the project, nothing is raised, and the work is
bounded by seconds in a test.
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


class ProbedPlace:
    """One place of the program: the expressions to evaluate there, and their values in the current test.

    Of a condition that can't be evaluated at some hit nothing more is asked: it is no use.
    """

    def __init__(self, order, pool):
        self.pool, self.variables = pool, set(order["variables"])
        texts = (order["conditions"], order["values"], order.get("parts", ()))
        added = ([_add_to_pool(pool, text, order.get("owner", "")) for text in some] for some in texts)
        self.conditions, self.values, self.parts = added
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

    def count_hit(self, hits):
        """Count a hit and return whether to record it: the first ones, then fewer and fewer."""
        self.count += 1
        return self.count <= hits or self.count & (self.count - 1) == 0

    def record(self, frame, line, traced):
        """Record a hit. `traced`: evaluate all values, else only those of the variables."""
        scope = warm_evaluate.Scope(frame)

        def key(number):
            return "U:" if number is None else _outcome_key(self.pool.evaluate(number, scope))

        truths = [self._truth(position, number, scope) for position, number in enumerate(self.conditions)]
        wanted = (one if traced or position in self.variables else None for position, one in enumerate(self.values))
        keys, parts = list(map(key, wanted)), list(map(key, self.parts))
        self.lines.append(line)
        for found, new in ((self.truths, truths), (self.keys, keys), (self.part_keys, parts)):
            for position, value in enumerate(new):
                found[position].append(value)

    def _truth(self, position, number, scope):
        if position in self.useless:
            return "E"
        letter = _truth_letter(self.pool.evaluate(number, scope))
        if letter == "E":
            self.useless.add(position)
        return letter

    def report(self):
        """The record as JSON data: equal vectors of conditions are grouped, and so are parts with equal values."""
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


def _add_to_pool(pool, text, owner):
    try:
        return pool.add(text, owner)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _truth_letter(outcome):
    kind, value = outcome
    try:
        return _LETTERS.get(kind) or ("T" if warm_safe.truth(value) else "F")
    except Exception as error:
        return "U" if isinstance(error, warm_safe.Unsafe) else "E"


def _outcome_key(outcome):
    kind, value = outcome
    return value_key(value) if kind == warm_evaluate.VALUE else "%s:%s" % (_LETTERS[kind], value)


def value_key(value, depth=KEY_DEPTH):
    """A key for a value: equal values of builtin types share one, other objects differ other objects."""
    kind = type(value)
    if value is None or kind in (bool, int, float, complex, str, bytes):
        is_long = kind is int and value.bit_length() > 4 * KEY_CHARACTERS
        return "%s:%s" % (kind.__name__, _short(hex(value) if is_long else repr(value)))
    if kind in (list, tuple, set, frozenset, dict) and depth and len(value) <= KEY_PARTS:
        parts = [value_key(part, depth - 1) for part in value]
        if kind is dict:
            parts = ["%s=%s" % (part, value_key(item, depth - 1)) for part, item in zip(parts, value.values())]  # noqa: B905
        parts = sorted(parts) if kind in (set, frozenset) else parts
        return _short("%s:(%s)" % (kind.__name__, ",".join(parts)))
    return "%s@%x" % (kind.__name__, id(value))


def _short(text):
    if len(text) <= KEY_CHARACTERS:
        return text
    return "%s#%x" % (text[:KEY_CHARACTERS], hash(text))


class CandidateProbe:
    """The probed places of one instrumented candidate.

    `order`: places (each with the texts of conditions and values, the positions of the values that are variables, the
    texts of parts, whose values are wanted in all tests, and the name of the class around), traced (test -> [hits,
    seconds]: what is recorded in the tests of which more is wanted before it becomes less), others (the same for each
    of the other tests).
    """

    def __init__(self, order):
        pool = warm_evaluate.Pool()
        self.places = [ProbedPlace(place, pool) for place in order["places"]]
        self.busy = False
        self.begin_test("", 0, 0.0)

    def begin_test(self, test_file, hits, seconds):
        """Clear the records. `test_file`: the file whose lines are recorded for each hit, "" for none."""
        self.test_file, self.hits, self.seconds = test_file, hits, seconds
        for place in self.places:
            place.clear()

    def record_hit(self, number):
        """Record the calling frame; returns the number of the hit, -1 if it is not recorded."""
        place = self.places[number]
        place.current = -1
        if self.busy or place.spent > self.seconds / len(self.places) or not place.count_hit(self.hits):
            return -1
        self.busy, started = True, time.process_time()
        try:
            place.record(sys._getframe(1), self._test_line(sys._getframe(1)), bool(self.test_file))
            place.current = len(place.lines) - 1
            return place.current
        except Exception:
            return -1
        finally:
            self.busy = False
            place.spent += time.process_time() - started

    def record_value(self, number, hit, value):
        """Record and return a value that passes by at a hit. `number`: a place, or (place, part) for the latest hit."""
        if type(number) is tuple:
            place = self.places[number[0]]
            if place.current >= 0:
                place.passed.setdefault(number[1], {}).setdefault(place.current, value_key(value))
        elif hit >= 0:
            letter = _truth_letter((warm_evaluate.VALUE, value))
            self.places[number].seen[hit] = (letter, value_key(value))
        return value

    def _test_line(self, frame):
        """The line of the test's own file from which the hit was reached; 0 if there is none."""
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
        setattr(builtins, HIT, self.record_hit)
        setattr(builtins, SEE, self.record_value)


def probe_tests(child, items, order):
    """Run each item and report its records, also when a limit on loops or CPU time ends the child."""
    probe = CandidateProbe(order)
    probe.register()
    traced = order.get("traced", {})

    def ended(how):
        child.send_line("observed", item.nodeid, probe.report())
        child.send_line("end", how)
        os._exit(0)

    child.ticks.stop = lambda: ended("loop")
    signal.signal(signal.SIGPROF, lambda number, frame: ended("cpu"))
    for item in items:
        path = item.path if hasattr(item, "path") else item.fspath
        probe.begin_test(str(path) if item.nodeid in traced else "", *traced.get(item.nodeid, order["others"]))
        child.run_one(item, None)
        child.send_line("observed", item.nodeid, probe.report())
    child.send_line("end", "done")
