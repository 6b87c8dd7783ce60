"""Records the arguments of function calls in tests, and derives more calls from them, to compare code by."""

import copy
import os
import sys
import time

import testfix_failures
import warm_inputs
import warm_trials

CALLS_PER_FUNCTION = 12
CALLS_PER_TEST = 30
RECORD_SECONDS = 0.6


class ObservedCall:
    """A call: the function, its arguments, and its origin ("failing" or "passing" test, or "made" by us).

    `close`: the function itself is what the variants change.
    """

    def __init__(self, function, name, args, kwargs, origin, close=False):
        self.function, self.name, self.args, self.kwargs = function, name, args, kwargs
        self.origin, self.close = origin, close
        given = [warm_trials.value_text(value) for value in args]
        given += ["%s=%s" % (key, warm_trials.value_text(value)) for key, value in kwargs.items()]
        self.text = "%s(%s)" % (name, ", ".join(given))

    def with_argument(self, position, value):
        """A deep copy of the call with another argument at `position`."""
        args = copy.deepcopy(self.args)
        args[position] = value
        return ObservedCall(self.function, self.name, args, copy.deepcopy(self.kwargs), "made", self.close)


class CallCopier:
    """A profile function that copies the arguments of calls of watched functions, and of calls by tests."""

    def __init__(self, index, watched, tests, root):
        self.by_code, self.watched, self.tests = index[1], watched, tests
        self.files = testfix_failures.ProjectPaths(root)
        self.calls, self.counts, self.generators = {}, {}, []
        self.origin, self.left, self.spent = "", 0, 0.0

    def begin_test(self, origin):
        self.origin, self.left = origin, CALLS_PER_TEST

    def __call__(self, frame, event, arg):
        if event != "call" or self.left <= 0 or self.spent > RECORD_SECONDS:
            return
        code, back = frame.f_code, frame.f_back
        file, caller = code.co_filename, back.f_code.co_filename if back is not None else ""
        if file in self.tests or not (id(code) in self.watched or caller in self.tests):
            return
        functions = self.by_code.get(id(code)) if self.files.relative_path(file) is not None else None
        if not functions or code.co_name.startswith("<") or self.counts.get(id(code), 0) >= CALLS_PER_FUNCTION:
            return
        if code.co_flags & 0x2A0:  # generators and coroutines are resumed by calls, too
            if any(frame is known for known in self.generators):
                return
            self.generators.append(frame)
        started = time.perf_counter()
        sys.setprofile(None)
        try:
            self._record(functions[0], code, frame.f_locals)
        finally:
            self.spent += time.perf_counter() - started
            sys.setprofile(self)

    def _record(self, function, code, given):
        name, close = function.__qualname__.replace("<locals>.", ""), id(code) in self.watched
        try:
            call = ObservedCall(function, name, *copy.deepcopy(arguments(code, given)), self.origin, close)
        except Exception:
            self.left -= 1
            return
        if call.text not in self.calls:
            self.left -= 1
            self.calls[call.text] = call
            self.counts[id(code)] = self.counts.get(id(code), 0) + 1


def arguments(code, given):
    """The positional and keyword arguments of a call, from the locals that its frame begins with."""
    count = code.co_argcount
    names = code.co_varnames
    args = [given[name] for name in names[:count]]
    kwargs = {name: given[name] for name in names[count : count + code.co_kwonlyargcount]}
    rest = count + code.co_kwonlyargcount
    if code.co_flags & 0x04:
        args += given[names[rest]]
        rest += 1
    if code.co_flags & 0x08:
        kwargs.update(given[names[rest]])
    return args, kwargs


def record_and_compare(child, items, index, request):
    """Record calls from the items, then run them and derived calls under every variant of the code.

    Sends ["input", number, text, origin] for each call and ["outcome", variant, number, text] for each of its runs; a
    variant is a list of changes to install, none for the code as it is. Takes the request's seconds at most, beside
    those of the tests.
    """
    calls = select_calls(record_calls(child, items, index, request), request["inputs"])
    for number, call in enumerate(calls):
        child.send_line("input", number, call.text, call.origin)
    warm_trials.run_variants(child, calls, request["variants"], index, request["seconds"])
    child.send_line("end", "done")


def record_calls(child, items, index, request):
    failing = set(request["failing"])
    tests = {item.location[0] for item in items} | {str(item.fspath) for item in items}
    places = [(os.path.realpath(file), name, first) for file, name, first in request["watch"]]
    watched = {id(function.__code__) for place in places for function in index[0].get(place, ())}
    recorder = CallCopier(index, watched, tests, os.getcwd())
    for item in items:
        recorder.begin_test("failing" if item.nodeid in failing else "passing")
        sys.setprofile(recorder)
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        finally:
            sys.setprofile(None)
    return list(recorder.calls.values())


def select_calls(recorded, most):
    """The recorded calls, at most half of `most`, filled up with calls that differ from those in one argument."""
    calls = sorted(recorded, key=lambda call: len(call.text))[: max(1, most // 2)]
    calls.sort(key=lambda call: (not call.close, call.origin != "failing", len(call.text)))
    known = {call.text for call in calls}
    variants = [warm_inputs.neighbouring_calls(call) for call in calls if len(call.text) < 300]
    while variants and len(calls) < most:
        for variant in list(variants):
            made = next(variant, None)
            if made is None:
                variants.remove(variant)
            elif made.text not in known and len(calls) < most:
                known.add(made.text)
                calls.append(made)
    return calls
