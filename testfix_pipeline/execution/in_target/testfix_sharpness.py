"""A pytest plugin that finds out what tests notice: calls of the program answer something else, and tests run again.

Each outermost call of the program's functions is recorded, with what it answers; then it answers otherwise (see
`testfix_corruptions`), in a child process, and the tests that make it run until one fails. The order of the channel
holds `sharpness`:

    files       paths of the program
    seconds     of computing, for all; shares: more of them, as multiples of what the tests take
    first       ids of tests of which it has to be known whether they notice anything; whole: whether calls that only
                others make count, too
    wanted      [[key, kind], ...] to try, or None for a sample
    alone       whether each has a child of its own
    values      texts of data that calls may answer, too; errors: names of exceptions that they may raise

One event for what was recorded, one for each call:

    witness    tests, broken: ids that ran, that fail while they are watched; tried, left: numbers of corruptions
    witness    key, call, answer, tests, by: {kind that was tried: [other answer, ids of tests that noticed]}

Standard library and pytest only, Python 3.9 and later, Linux (fork). The children see the tests as pytest has collected
them; the parent runs none, so that the run as such has no results.
"""

import ast
import builtins
import contextlib
import contextvars
import functools
import hashlib
import inspect
import itertools
import json
import os
import select
import signal
import sys
import time
import types

import pytest
import testfix_failures
import testfix_faults
import testfix_mutant_code
import testfix_reimport
import testfix_trampolines
from _pytest.runner import runtestprotocol
from testfix_channel import channel
from testfix_corruptions import RaisedError, corrupted, corruptions, first_other, leave_out, text_of

files = testfix_failures.ProjectPaths(channel.order["root"], channel.order["shared"])
order = channel.order["sharpness"]
emit = channel.emit
program = set(order["files"])
_MOST_OF_ONE, _MOST_CALLS, _MOST_ITEMS, _TOGETHER, _TOGETHER_IF_SLOW = 60, 4000, 1000, 25, 5
# A child may compute for so many seconds for one answer, and so many times what the tests took; it may be silent for so
# many seconds and times; and all tests may take so many.
_COMPUTING, _PATIENCE, _TIMES, _MOST_SECONDS = 1.0, 10.0, 5, 600.0
_MOST_MUTANTS, _MUTANT = 8, "mutant "
_SKIPPED = ("__hash__", "__del__", "__init_subclass__", "__set_name__", "__class_getitem__")
_ERRORS = (Exception, SystemExit)
_ARROW, _NO_ANSWER, _ALL = " -> ", " -> None", "(...)"
_KINDS_OF_ALL = frozenset(
    {
        *("none", "not", "+1", "negative", "empty", "longer", "shorter", "reversed", "more", "less", "items", "values"),
        *("later", "error", "no error", "other error"),
    }
)
_NOT_CALLED, _LEFT, _MOST_ATTRIBUTES = "not called", "left ", 6


def _is_program(file):
    return files.relative_path(file) in program


class WatchedCall:
    """One call that is watched. owner: the object of a method; before: its attributes, as texts."""

    def __init__(self, name, args, kwargs, is_inner):
        self.name, self.is_inner = name, is_inner
        owned = _is_method(name, args)
        self.args, self.owner = args[owned:], args[0] if owned else None
        self.before = _attributes(self.owner)
        self.text = ""
        if not is_inner:
            given = [*map(_argument, self.args), *("%s=%s" % (key, _argument(kwargs[key])) for key in kwargs)]
            self.text = "%s(%s)" % (name, ", ".join(given))


class Watch:
    """The calls of this process: those that are recorded, or the one that answers otherwise.

    A call is a key of its text and its answer; one that the program makes itself counts for its function alone, all
    calls of which have one key.
    """

    def __init__(self):
        self.inside = contextvars.ContextVar("inside", default=False)
        self.is_quiet = False
        self.calls = None
        self.tests = []
        self.corrupted = None
        self.counts = {}
        self.copies = {}

    def hook(self, function):
        """What makes the calls of a function."""
        flags, called = function.__code__.co_flags, testfix_trampolines.copy_of(function)
        name = function.__qualname__.rpartition("<locals>.")[2]
        self.copies.setdefault(name, called)
        if flags & inspect.CO_GENERATOR:
            return functools.partial(self.iterate, name, called)
        if flags & inspect.CO_COROUTINE:
            return functools.partial(self.await_call, name, called)
        return functools.partial(self.call, name, called)

    def is_wanted(self, name):
        """Whether calls of a function matter that the program itself makes."""
        return self.calls is not None or (self.corrupted is not None and self.corrupted[0] == name + _ALL)

    def begin(self, name, args, kwargs):
        """A call that is watched, or None. Called by what a trampoline calls."""
        if self.is_quiet:
            return None
        is_inner = self.inside.get() or _is_program(sys._getframe(3).f_code.co_filename)
        if is_inner and (not self.is_wanted(name) or self.is_known(name)):
            return None
        with self.quiet(), contextlib.suppress(Exception):  # objects may raise when they are looked at
            return WatchedCall(name, args, kwargs, is_inner)
        return None

    def is_known(self, name):
        """Whether enough is recorded of a function that the program calls again and again."""
        if self.calls is None or self.counts.get(name, 0) <= _MOST_OF_ONE:
            return False
        self.calls[name + _ALL]["tests"].update(dict.fromkeys(self.tests))
        return True

    @contextlib.contextmanager
    def quiet(self):
        """A block in which what we do with the program's objects is not watched."""
        self.is_quiet = True
        try:
            yield
        finally:
            self.is_quiet = False

    def call(self, name, function, /, *args, **kwargs):
        call = self.begin(name, args, kwargs)
        if call is None:
            return function(*args, **kwargs)
        if self.corrupted in ((call.text + _NO_ANSWER, _NOT_CALLED), (name + _ALL, _NOT_CALLED)):
            return None
        token = self.inside.set(True)
        try:
            value = function(*args, **kwargs)
        except _ERRORS as error:
            value = RaisedError(error)
        finally:
            self.inside.reset(token)
        return _given(self.answer(call, value))

    async def await_call(self, name, function, /, *args, **kwargs):
        call = self.begin(name, args, kwargs)
        if call is None:
            return await function(*args, **kwargs)
        token = self.inside.set(True)
        try:
            value = await function(*args, **kwargs)
        except _ERRORS as error:
            value = RaisedError(error)
        finally:
            self.inside.reset(token)
        return _given(self.answer(call, value))

    def iterate(self, name, function, /, *args, **kwargs):
        """The items of a generator: as they come, or all of them before the first where they are corrupted."""
        call = self.begin(name, args, kwargs)
        if call is None or call.is_inner or sys._getframe(2).f_code.co_filename.endswith("contextlib.py"):
            return function(*args, **kwargs)
        if self.corrupted is None or not self.corrupted[0].startswith((call.text + _ARROW, name + _ALL)):
            return self.followed(call, function(*args, **kwargs))
        items = function(*args, **kwargs)
        if self.corrupted[1].startswith(_MUTANT):
            return items
        value = _given(self.answer(call, list(itertools.islice(items, _MOST_ITEMS))))
        return itertools.chain(value if isinstance(value, list) else (), items)

    def followed(self, call, items):
        """The generator, whose first items are recorded when it ends."""
        seen = []
        try:
            item = next(items)
            while True:
                seen += [item] * (len(seen) < _MOST_ITEMS)
                try:
                    sent = yield item
                except GeneratorExit:
                    items.close()
                    raise
                except BaseException as error:
                    item = items.throw(error)
                else:
                    item = items.send(sent)
        except StopIteration as end:
            return end.value
        finally:
            self.answer(call, seen)

    def answer(self, call, value):
        """What a call answers, which is recorded or corrupted."""
        with self.quiet(), contextlib.suppress(Exception):
            if self.calls is not None:
                self.record(call, value)
            elif self.corrupted is not None:
                return self.corrupt(call, value)
        return value

    def corrupt(self, call, value):
        key, kind = self.corrupted
        is_meant = key == call.name + _ALL or (
            not call.is_inner and key.startswith(call.text + _ARROW) and key == call.text + _ARROW + text_of(value)
        )
        if not is_meant:
            return value
        for name, other in _left_behind(call):
            if kind == _LEFT + name:
                call.owner.__dict__[name] = other
        return value if kind.startswith(_LEFT) else corrupted(value, kind, call.args, others)

    @contextlib.contextmanager
    def corrupting(self, key, kind):
        """A block in which a call answers otherwise, or a function has the code of a mutant."""
        self.corrupted = key, kind
        function = self.copies.get(key[: -len(_ALL)]) if kind.startswith(_MUTANT) else None
        original = function.__code__ if function is not None else None
        if function is not None:
            place = testfix_mutant_code.mutant_places(function, _MOST_MUTANTS)[kind[len(_MUTANT) :]]
            function.__code__ = testfix_mutant_code.mutant_code(function, place) or original
        try:
            yield
        finally:
            self.corrupted = None
            if function is not None:
                function.__code__ = original

    def record(self, call, value):
        answer = text_of(value)
        everywhere = self.calls.get(call.name + _ALL)
        if everywhere is None:
            mutants = testfix_mutant_code.mutant_places(self.copies[call.name], _MOST_MUTANTS)
            everywhere = {"call": call.name + _ALL, "answer": answer, "tests": {}}
            everywhere["kinds"] = {_MUTANT + name: name for name in mutants}
            self.calls[call.name + _ALL] = everywhere
        everywhere["tests"].update(dict.fromkeys(self.tests))
        self.counts[call.name] = self.counts.get(call.name, 0) + 1
        kinds = {}
        if not call.is_inner or self.counts[call.name] <= _MOST_OF_ONE:
            kinds = {kind: text_of(other) for kind, other in corruptions(value, call.args, others).items()}
            left = {_LEFT + name: text_of(other) for name, other in _left_behind(call)}
            none = {_NOT_CALLED: ""} if value is None else {}
            everywhere["kinds"].update(
                {**{kind: kinds[kind] for kind in _KINDS_OF_ALL.intersection(kinds)}, **left, **none}
            )
            kinds.update(none)
        key = call.text + _ARROW + answer
        if call.is_inner or (key not in self.calls and len(self.calls) >= _MOST_CALLS):
            return
        found = self.calls.setdefault(key, {"call": call.text, "answer": answer, "tests": {}, "kinds": {}})
        found["tests"].update(dict.fromkeys(self.tests))
        found["kinds"].update(kinds)


def _argument(value):
    """The text of an argument; numbers that are equal have the same one."""
    return text_of(int(value) if isinstance(value, float) and value.is_integer() else value)


def _attributes(owner):
    return {name: text_of(value) for name, value in getattr(owner, "__dict__", {}).items()}


def _left_behind(call):
    """Attributes that a call has set or changed in its object, with another value."""
    for name, value in list(getattr(call.owner, "__dict__", {}).items())[:_MOST_ATTRIBUTES]:
        other = first_other(value)
        if text_of(value) != call.before.get(name) and other is not value:
            yield name, other


def _is_method(name, args):
    """Whether the first argument is the object, or class, that a function belongs to."""
    owner = name.rpartition(".")[0].rpartition(".")[2]
    if not owner or not args:
        return False
    kinds = args[0].__mro__ if isinstance(args[0], type) else type(args[0]).__mro__
    return any(kind.__name__ == owner for kind in kinds)


def _given(value):
    if isinstance(value, RaisedError):
        raise value.error
    if inspect.isfunction(value) and _is_program(value.__code__.co_filename):
        testfix_trampolines.replace_code(value, watch.hook(value))
    return value


watch = Watch()
others = [ast.literal_eval(text) for text in order["values"]]
failures = []


def _note_failure(report):
    """Hear of failures that are reported beside a test's own result: subtests."""
    if report.failed:
        failures.append(report.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    listener = types.SimpleNamespace(pytest_runtest_logreport=_note_failure)
    session.config.pluginmanager.register(listener, "testfix-failures")
    _measure([item for item in session.items if isinstance(item, pytest.Function)])
    return True


def _measure(items):
    _install()
    leave_out(channel.order["tree"])
    again = next(_child(_find_importing, items, _MOST_SECONDS), None) or []
    again = [item for item in items if item.nodeid in again]
    record = functools.partial(_record, again=again)
    began = _computed()
    recorded = next(_child(record, items, _MOST_SECONDS), None) or _nothing(items)
    until = order["seconds"] + order["shares"] * (_computed() - began)
    if order["wanted"] is None:  # calls that are not the same again, by time or chance, say nothing
        steady = next(_child(record, items, _MOST_SECONDS), None) or {"calls": {}}
        recorded["calls"] = {key: call for key, call in recorded["calls"].items() if key in steady["calls"]}
    calls, seconds = recorded["calls"], recorded["seconds"]
    run = functools.partial(_corrupt, items={item.nodeid: item for item in items}, again=again, seconds=seconds)
    entries = _entries(calls, seconds)
    noticed, tried = _try_all(entries, run, seconds, until + _computed())
    for key, call in calls.items():
        by = {kind: [other, noticed[key, kind]] for kind, other in call["kinds"].items() if (key, kind) in noticed}
        emit("witness", key=key, call=call["call"], answer=call["answer"], tests=call["tests"], by=by)
    emit("witness", tests=list(seconds), broken=recorded["broken"], tried=tried, left=len(entries) - tried)


def _nothing(items):
    """What is known where the recording process died: none of the tests can be watched."""
    return {"calls": {}, "seconds": {}, "broken": [item.nodeid for item in items]}


def _computed():
    """Processor seconds of this process and of its children that have ended: a busy machine takes nothing away."""
    return sum(os.times()[:4])


def _try_all(entries, run, seconds, until):
    """What was noticed of the corruptions that there is time for, and their number."""
    noticed, credited, together = {}, set(), 1
    if not order["alone"]:
        together = _TOGETHER if sum(seconds.values()) < 1 else _TOGETHER_IF_SLOW
    while entries and _computed() < until:
        batch, entries = entries[:together], entries[together:]
        answered = _try(batch, functools.partial(run, credited=credited), seconds)
        noticed.update(answered)
        credited.update(test for found in answered.values() for test in found or ())
        left = [one for one in batch if (one[0], one[1]) not in answered]
        entries = (left if answered else left[1:]) + entries  # none is tried for ever
    return noticed, len(noticed)


def _entries(calls, seconds):
    """Calls and kinds to try, with the ids of tests that make the call, in an order that is the same in each run."""
    first = set(order["first"])
    if order["wanted"] is not None:
        wanted = [(key, kind) for key, kind in order["wanted"] if kind in calls.get(key, {"kinds": ()})["kinds"]]
    else:
        wanted = sorted(
            ((key, kind) for key, call in calls.items() for kind in call["kinds"]),
            key=lambda one: hashlib.sha256(repr(one).encode("utf-8", "replace")).digest(),
        )
        of_first = [one for one in wanted if first.intersection(calls[one[0]]["tests"])]
        wanted = of_first + [one for one in wanted if order["whole"] and one not in of_first]
    return [
        (key, kind, sorted(calls[key]["tests"], key=lambda test: (test not in first, seconds.get(test, 0.0))))
        for key, kind in wanted
    ]


def _try(batch, run, seconds):
    """The tests that noticed each of some corruptions; those that were not reached are left out."""
    answered, began = {}, []

    def longest():
        running = began[-1] if began else batch[0]
        return _PATIENCE + _TIMES * sum(seconds.get(test, 0.0) for test in running[2])

    for said in _child(run, batch, longest):
        if said is None:  # it died, or hangs, which a run of the tests would show
            if began and (began[-1][0], began[-1][1]) not in answered:
                answered[began[-1][0], began[-1][1]] = began[-1][2][:1]
        elif "begins" in said:
            began.append(batch[said["begins"]])
        else:
            answered[began[-1][0], began[-1][1]] = said["noticed"]
    return answered


def _find_importing(items, say):
    """In a child: say which tests are in modules that call the program when they are imported."""
    found = []
    for module in {id(item.module): item.module for item in items}.values():
        own = [item for item in items if item.module is module]
        watch.calls = {}
        try:
            testfix_reimport.import_again(own)
        except Exception:  # a module that can be imported but once
            continue
        found += [item.nodeid for item in own if watch.calls]
    say(found)


def _record(items, say, again):
    """In a child: run the tests as they are, record their calls, seconds, and which fail because they are watched."""
    broken, seconds, watch.calls = [], {}, {}
    watch.tests = [item.nodeid for item in again]
    testfix_reimport.import_again(again)
    for number, item in enumerate(items):
        watch.tests, began = [item.nodeid], time.monotonic()
        if _fails(item, items[number + 1] if number + 1 < len(items) else None):
            broken.append(item.nodeid)
        seconds[item.nodeid] = time.monotonic() - began
    calls = watch.calls
    for call in calls.values():
        call["tests"] = [test for test in call["tests"] if test not in broken]
    say({"calls": {text: call for text, call in calls.items() if call["tests"]}, "seconds": seconds, "broken": broken})


def _corrupt(batch, say, items, again, seconds, credited):
    """In a child: have one call after the other answer otherwise, and run its tests until one notices it."""
    credited, first = set(credited), set(order["first"])
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for number, (key, kind, names) in enumerate(batch):
        say({"begins": number})
        signal.setitimer(signal.ITIMER_PROF, _COMPUTING + _TIMES * sum(seconds.get(name, 0.0) for name in names))
        noticed = []
        with watch.corrupting(key, kind):
            for name in names:
                if not noticed or name in first - credited:
                    of_module = [item for item in again if item.module is items[name].module]
                    noticed += [name] * _notices(items[name], of_module)
                    credited.update(noticed)
        say({"noticed": noticed})


def _notices(item, again):
    try:
        testfix_reimport.import_again(again)
    except Exception:
        return True
    return _fails(item, None)


def _fails(item, following):
    failures.clear()
    if hasattr(item, "_initrequest"):
        item._initrequest()
    item.config.option.tbstyle = "native"  # nobody reads it, and others take most of the time
    reports = runtestprotocol(item, nextitem=following, log=False)
    return bool(failures) or any(report.failed for report in reports)


def _named_errors():
    """Exceptions of the names that are ordered: Python's and the program's."""
    modules = [one for one in list(sys.modules.values()) if _is_program(getattr(one, "__file__", None) or "<none>")]
    for name in order["errors"]:
        for module in [builtins, *modules]:
            cls = vars(module).get(name)
            if isinstance(cls, type) and issubclass(cls, Exception):
                with contextlib.suppress(Exception):  # one that wants other arguments
                    yield RaisedError(cls("corrupted"))
                    break


def _install():
    others.extend(_named_errors())
    for function in testfix_trampolines.functions_in(_is_program):
        if function.__name__ not in _SKIPPED:
            testfix_trampolines.replace_code(function, watch.hook(function))


def _child(work, given, longest):
    """Do work in a child; yield what it says, at last None where it dies or says nothing for too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _act_as_child(work, given, writing)
    os.close(writing)
    said = b""
    try:
        while True:
            patience = longest() if callable(longest) else longest
            if not select.select([reading], [], [], patience)[0]:
                yield None
                return
            more = os.read(reading, 1 << 16)
            said += more
            *lines, said = said.split(b"\n")
            yield from (json.loads(line) for line in lines if line != b"end")
            if b"end" in lines:
                return
            if not more:
                yield None
                return
    finally:
        os.close(reading)
        try:
            os.killpg(child, signal.SIGKILL)
        except OSError:
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _act_as_child(work, given, writing):
    try:
        os.setsid()

        def say(event):
            data = json.dumps(event).encode() + b"\n"
            while data:
                data = data[os.write(writing, data) :]

        work(given, say)
        os.write(writing, b"end\n")
    except BaseException:
        pass  # without an end the parent counts it as dead
    finally:
        os._exit(0)


testfix_faults.OwnFaults(channel.emit).guard_hooks(sys.modules[__name__])
