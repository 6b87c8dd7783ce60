"""A pytest plugin that finds out what tests notice: calls of the program answer something else, and tests run again.

Each outermost call of the program's functions is recorded, with what it answers; then it answers otherwise (see
`testfix_corruptions`), in a child process, and the tests that make it run until one fails. The order of the channel
holds `sharpness`:

    files       paths of the program
    seconds     of computing, for all; shares: more of them, as multiples of what the tests take as they are
    first       ids of tests of which it has to be known whether they notice anything; whole: whether calls that only
                others make count, too
    wanted      [[key, kind], ...] to try, or None for a sample
    alone       whether each has a child of its own; sampled: whether some of the tests are enough
    values      texts of data that calls may answer, too; errors: names of exceptions that they may raise;
                members: texts of data that collections and texts may hold, too
    replaced    instead of all others but `files`: which names of the program are not as its source makes them
    gone        [[path, first line, last line], ...] of statements of these tests of which it has to be known, too

One event for what was recorded, one for each call:

    witness    tests, broken, unseen: ids that ran, that fail while they are watched, that there was no time to watch;
               tried, left: numbers of corruptions;
               left_out: of functions that run whose calls can't be watched;
               unproved: those of `gone` that ran and noticed nothing
    witness    key, call, answer, tests, by: {kind that was tried: [other answer, ids of tests that noticed]}

The children see the tests as pytest has collected them; the parent runs none, so that the run as such has no results.
"""

import ast
import builtins
import contextlib
import functools
import math
import os
import signal
import sys
import time
import types

import pytest
import testfix_faults
import testfix_reimport
from _pytest.runner import runtestprotocol
from testfix_channel import channel
from testfix_children import said_by_child
from testfix_corruptions import Member, RaisedError, leave_out
from testfix_replaced import replaced
from testfix_samples import number_of, sampled
from testfix_soft_statements import SoftStatements
from testfix_watched_calls import Watch
from testfix_watched_values import WatchedValues, names_in, names_of, names_read_by_module

files, emit, order = channel.files, channel.emit, channel.order["sharpness"]
program = set(order["files"])
_TOGETHER, _TOGETHER_IF_SLOW = 25, 5
# There is so many times the time for tests and statements of which nothing is known yet.
_MORE_TIMES = 2
# A child may compute for so many seconds for one answer, and so many times what the tests took; it may be silent for so
# many seconds and times; and all tests may take so many.
_COMPUTING, _PATIENCE, _TIMES, _MOST_SECONDS = 0.4, 10.0, 5, 600.0


def _is_program(file):
    return files.relative_path(file) in program


def _is_own(file):
    return file.endswith(".py") and files.relative_path(file) is not None


others = [ast.literal_eval(text) for text in order["values"]]
others += [Member(ast.literal_eval(text)) for text in order["members"]]
watch = Watch(_is_program, others)
values = WatchedValues(_is_program, _is_own, others)
gone = [tuple(one) for one in order["gone"]]
soft = SoftStatements(files.relative_path, {path for path, _, _ in gone}.__contains__)
failures = []


def _note_traceback(call):
    """Note where a test fails that nothing lets go on."""
    if gone and call.excinfo is not None:
        soft.note_traceback(call.excinfo.tb)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    if "replaced" in order:
        modules = [one for one in list(sys.modules.values()) if _is_program(getattr(one, "__file__", None) or "<none>")]
        emit("witness", replaced=next(said_by_child(lambda say: say(replaced(modules)), _MOST_SECONDS), None) or [])
        return True
    listener = types.ModuleType("listener")  # pluggy wants one that can be hashed where conftest.py files differ
    # Of subtests, failures are reported beside the test's own result.
    listener.pytest_runtest_logreport = lambda report: failures.extend([report.nodeid] * report.failed)
    listener.pytest_runtest_makereport = _note_traceback
    session.config.pluginmanager.register(listener, "testfix-failures")
    _measure([item for item in session.items if isinstance(item, pytest.Function)])
    return True


def _measure(items):
    """Ask within the time. Recording takes as much again, unless tests are asked for one by one."""
    items.sort(key=lambda item: item.nodeid not in order["first"])
    began = _computed()
    usual = _said(functools.partial(_record, again=(), within=_MOST_SECONDS, usual={}), items)  # nothing is watched yet
    usual = usual["seconds"] if usual else {}
    within = order["seconds"] + order["shares"] * (_computed() - began)
    others.extend(_named_errors())
    watch.install({name for item in items for name in item.fixturenames}.union(_users(items)))
    leave_out(channel.order["tree"])
    if gone:
        soft.install()
    again = _said(_find_importing, items) or []
    again = [item for item in items if item.nodeid in again]
    record = functools.partial(_record, again=again, within=within / 2, usual=usual)
    died = {"calls": {}, "seconds": {}, "broken": [item.nodeid for item in items], "reached": {}, "failed": []}
    recorded = _said(record, items) or died
    if recorded["failed"]:
        soft.leave(recorded["failed"])
        recorded = _said(record, items) or died
    calls, seconds = recorded["calls"], recorded["seconds"]
    unseen = [item.nodeid for item in items if item.nodeid not in {*seconds, *recorded["broken"]}]
    items = [item for item in items if item.nodeid in seconds]
    if order["wanted"] is None:  # calls that are not the same again, by time or chance, say nothing
        steady = _said(functools.partial(record, within=within), items) or {"calls": {}}
        recorded["calls"] = calls = {key: call for key, call in calls.items() if key in steady["calls"]}
    run = functools.partial(_corrupt, {item.nodeid: item for item in items}, again, seconds)
    pending = {test: set(reached) for test, reached in recorded["reached"].items() if test not in recorded["broken"]}
    entries = _entries(calls, seconds, {*order["first"], *(test for test, reached in pending.items() if reached)})
    noticed, tried = _try_all(entries, pending, run, seconds, _computed() + within)
    for key, call in calls.items():
        by = {kind: [other, noticed[key, kind]] for kind, other in call["kinds"].items() if (key, kind) in noticed}
        emit("witness", key=key, call=call["call"], answer=call["answer"], tests=call["tests"], by=by)
    left, unproved = len(entries) - tried, [gone[one] for one in sorted(set().union(*pending.values()))]
    counts = {"tried": tried, "left": left, "left_out": len([call for call in calls if call in watch.unwatched_calls])}
    emit("witness", tests=list(seconds), broken=recorded["broken"], unseen=unseen, unproved=unproved, **counts)


def _said(work, items):
    """What a child says of the tests; None if it dies."""
    return next(said_by_child(functools.partial(work, items), _MOST_SECONDS), None)


def _computed():
    """Processor seconds of this process and of its children that have ended: a busy machine takes nothing away."""
    return sum(os.times()[:4])


def _try_all(entries, pending, run, seconds, until):
    """What was noticed of the corruptions that there is time for, and their number.

    pending: numbers of statements by test; those that notice something are taken out.
    """
    noticed, credited, together, first = {}, set(), 1, set(order["first"])
    if not order["alone"]:
        together = _TOGETHER if sum(seconds.values()) < 1 else _TOGETHER_IF_SLOW

    def is_needed(entry):
        return any(pending.get(test) or test in first - credited for test in entry[2])

    while entries and _computed() < until + _MORE_TIMES * order["seconds"]:
        if _computed() >= until:
            entries = [one for one in entries if is_needed(one)]
            if not entries:
                break
        batch, entries = entries[:together], entries[together:]
        answered, proved = _try(batch, functools.partial(run, credited=credited, pending=pending), seconds)
        noticed.update(answered)
        credited.update(test for found in answered.values() for test in found or ())
        for statements in pending.values():
            statements -= proved
        left = [one for one in batch if (one[0], one[1]) not in answered]
        entries = (left if answered else left[1:]) + entries  # none is tried for ever
    return noticed, len(noticed)


def _entries(calls, seconds, first):
    """Calls and kinds to try, with the ids of tests that make the call, in an order that is the same in each run.

    first: tests of which something has to be known.
    """
    if order["wanted"] is not None:
        wanted = [(key, kind) for key, kind in order["wanted"] if kind in calls.get(key, {"kinds": ()})["kinds"]]
    else:
        every = ((key, kind) for key, call in calls.items() for kind in call["kinds"])
        wanted = sorted(every, key=lambda one: number_of(repr(one)))
        of_first = [one for one in wanted if first.intersection(calls[one[0]]["tests"])]
        wanted = of_first + [one for one in wanted if order["whole"] and one not in of_first]
    return [
        (key, kind, sorted(calls[key]["tests"], key=lambda test: (test not in first, seconds.get(test, 0.0))))
        for key, kind in wanted
    ]


def _try(batch, run, seconds):
    """The tests that noticed each of some corruptions, without those that were not reached, and what statements did."""
    answered, began, proved = {}, [], set()

    def longest():
        running = began[-1] if began else batch[0]
        return _PATIENCE + _TIMES * sum(seconds.get(test, 0.0) for test in running[2])

    for said in said_by_child(functools.partial(run, batch), longest):
        if said is None:  # it died, or hangs, which a run of the tests would show
            if began and (began[-1][0], began[-1][1]) not in answered:
                answered[began[-1][0], began[-1][1]] = began[-1][2][:1]
        elif "begins" in said:
            began.append(batch[said["begins"]])
        else:
            answered[began[-1][0], began[-1][1]] = said["noticed"]
            proved.update(said["proved"])
    return answered, proved


def _find_importing(items, say):
    """In a child: say which tests are in modules that call the program, or read it, when they are imported."""
    found, names = [], {part for call in values.recorded(_readers(items)).values() for part in call["call"].split(".")}
    for module in {id(item.module): item.module for item in items}.values():
        own = [item for item in items if item.module is module]
        watch.calls = {}
        try:
            testfix_reimport.import_again(own, soft.code)
        except Exception:  # a module that can be imported but once
            continue
        is_reading = watch.calls or names & names_read_by_module(soft.code(module.__file__))
        found += [item.nodeid for item in own if is_reading]
    say(found)


def _record(items, say, again, within, usual):
    """In a child: run the tests as they are; record their calls, seconds and statements, and which fail if watched.

    Where files are asked, those beside `first` that run in `within` seconds of computing. usual: seconds without watch.
    """
    broken, seconds, reached, failed, watch.calls = [], {}, {}, set(), {}
    watch.tests = [item.nodeid for item in again]
    testfix_reimport.import_again(again, soft.code)
    if watch.unwatched:
        sys.setprofile(watch.profile)
    chosen = sampled(items, usual, {*order["first"]}, within if order["sampled"] else math.inf, _computed)
    item = next(chosen, None)
    while item is not None:
        watch.tests, began, following = [item.nodeid], time.monotonic(), next(chosen, None)
        soft.reached.clear()
        is_broken, noted = _fails(item, following)
        broken += [item.nodeid] * is_broken
        failed |= noted
        seconds[item.nodeid] = time.monotonic() - began
        reached[item.nodeid] = _gone_among(soft.reached)
        item = following
    calls = {**watch.calls, **values.recorded(_readers(items))}
    for call in calls.values():
        call["tests"] = [test for test in call["tests"] if test not in broken]
    found = {"calls": {text: call for text, call in calls.items() if call["tests"]}, "seconds": seconds}
    say({**found, "broken": broken, "reached": reached, "failed": sorted(failed)})


def _readers(items):
    """The tests by the names that they use; all of them by those that are asked for."""
    if order["wanted"] is not None:
        every = [item.nodeid for item in items]
        return {name: every for key, _ in order["wanted"] for name in names_of(key)}
    return _users(items)


def _users(items):
    """The tests by the names that their modules, or those that help them, use."""
    own = {id(item.module): item.module for item in items}
    loaded = [one for one in list(sys.modules.values()) if _is_own(getattr(one, "__file__", None) or "<none>")]
    helping = [one for one in loaded if id(one) not in own and not _is_program(one.__file__)]
    readers = {}
    for module in [*own.values(), *helping]:
        tests = [item.nodeid for item in items if item.module is module or id(module) not in own]
        with contextlib.suppress(OSError, SyntaxError, ValueError):  # a file that is gone, or no Python
            for name in names_in(soft.code(module.__file__)):
                readers.setdefault(name, []).extend(tests)
    return readers


def _gone_among(lines):
    """The numbers of the statements of `gone` that some lines, with the names of their files, belong to."""
    return [at for at, (path, a, b) in enumerate(gone) if any(one == path and a <= line <= b for one, line in lines)]


def _corrupt(items, again, seconds, batch, say, credited, pending):
    """In a child: have one call after the other answer otherwise, and run its tests until one notices it.

    Tests run all the same of which it has to be known whether they, or all of their statements, notice anything.
    """
    credited, first = set(credited), set(order["first"])
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for number, (key, kind, names) in enumerate(batch):
        say({"begins": number})
        noticed, proved = [], set()
        with watch.corrupting(key, kind), values.corrupting(key, kind):
            for name in names:
                if not noticed or name in first - credited or pending.get(name, set()) - proved:
                    try:
                        signal.setitimer(signal.ITIMER_PROF, _COMPUTING + _TIMES * sum(seconds.values()))
                        of_module = [item for item in again if item.module is items[name].module]
                        testfix_reimport.import_again(of_module, soft.code)
                        signal.setitimer(signal.ITIMER_PROF, _COMPUTING + _TIMES * seconds.get(name, 0.0))
                        has_noticed, lines = _fails(items[name], None)
                    except Exception:
                        has_noticed, lines = True, ()
                    noticed += [name] * has_noticed
                    proved.update(_gone_among(lines))
                    credited.update(noticed)
        say({"noticed": noticed, "proved": sorted(proved)})


def _fails(item, following):
    """Whether a test fails, and the lines that do."""
    failures.clear()
    soft.failed.clear()
    if hasattr(item, "_initrequest"):
        item._initrequest()
    item.config.option.tbstyle = "native"  # nobody reads it, and others take most of the time
    reports = runtestprotocol(item, nextitem=following, log=False)
    is_failing = bool(failures or soft.failed) or any(report.failed for report in reports)
    return is_failing, set(soft.failed)


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


testfix_faults.OwnFaults(channel.emit).guard_hooks(sys.modules[__name__])
