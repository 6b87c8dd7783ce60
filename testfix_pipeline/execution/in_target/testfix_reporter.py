"""The pytest plugin that reports a run: collected ids, one event a phase, and an end marker with the nonce.

Works with pytest 6.2 and later. It also makes the run a whole measurement (no early stop, one process, fixed order) and
narrows it to the ids that were asked for. The events:

    start            pytest, python
    collect_error    id, type, message, frames, detail, origin (see `testfix_named`)
    collect_skip     id, message
    conftest         type, message, frames: the first conftest.py that dies of program code
    collected        ids; testless: of files
    cases            renamed: known ids; together: found ids by function (see `testfix_places`)
    foreign          modules: [name, file] pairs
    fault            see `testfix_faults`
    begin            id
    phase            id, when, outcome, duration, sub, type, message, frames, detail, origin; no setup that passed
    internal         message, place: of ours that raised it, "" of others
    end              status
"""

import contextlib
import gc
import importlib
import os
import sys

import pytest
import testfix_arguments
import testfix_conftests
import testfix_failures
import testfix_faults
import testfix_guard
import testfix_patience
import testfix_places
import testfix_testless
from testfix_channel import channel

order = channel.order
faults = testfix_faults.OwnFaults(channel.emit)
files = channel.files
tracebacks = testfix_failures.LongTracebacks()
seconds_of_setup = {}
guard = testfix_guard.ImportGuard(order["root"], order["tree"], order["origin"], order["shared"])
conftests = testfix_conftests.BrokenConftests(
    lambda error: testfix_failures.describe(error, files),
    testfix_failures.wrapped_error,
    lambda fields: channel.emit("conftest", **fields),
)
testless = testfix_testless.TestlessFiles(lambda event: channel.emit("collect_error", **event), order["tests"])
importing = testfix_patience.HangLimits("importing it", **order["patience"]["import"])
testing = testfix_patience.HangLimits("it", **order["patience"]["test"])
# pytest collects all garbage twice at its end, a tenth of a short run: what it has imported so far is none.
getattr(gc, "freeze", int)()


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config, parser, args):
    for name in order["plugins"]:
        _add_plugin(early_config.pluginmanager, name)
    for name in [name for name in sys.modules if name.startswith("testfix_")]:
        del sys.modules[name]  # before the project's code runs
    conftests.wrap_import(early_config.pluginmanager)
    early_config.pluginmanager.register(conftests, "testfix-conftests")
    testfix_arguments.make_whole_run(early_config, parser, args)
    outcome = yield
    if outcome.excinfo is not None and conftests.goes_on_without_plugin(early_config, outcome.excinfo[1]):
        outcome.force_result(None)


@faults.tolerated
def _add_plugin(plugins, name):
    plugins.register(importlib.import_module(name), name)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    # Known to the blocked plugins that repeat tests; their marks must not become errors under --strict-markers.
    config.addinivalue_line("markers", "flaky: mark of plugins that repeat a failed test, which is not done here")
    channel.emit("start", pytest=pytest.__version__, python=sys.version.split()[0])
    if order["tests"] is not None:
        wanted = dict.fromkeys(test.partition("::")[0] for test in order["tests"])
        config.args[:] = [file for file in wanted if os.path.exists(os.path.join(order["root"], file))]
        config.option.pyargs = False


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items):
    testless.leave_out(item.nodeid for item in items)
    yield
    renamed, together = testfix_places.rename_cases(items, order["cases"])
    if renamed or together:
        channel.emit("cases", renamed=renamed, together=together)
    if order["tests"] is None:
        return
    position = {test: number for number, test in enumerate(order["tests"])}
    wanted = set(position)
    for function, tests in together.items():
        wanted.update(tests if not wanted.isdisjoint(order["cases"][function]) else ())
    items[:] = [item for item in items if item.nodeid in wanted or item.nodeid.partition("::")[0] in wanted]
    if order["ordered"]:
        items.sort(key=lambda item: position.get(item.nodeid, -1))


if int(pytest.__version__.partition(".")[0]) >= 7:

    def pytest_ignore_collect(collection_path):
        return True if testfix_guard.is_link_to_outer_folder(collection_path) else None


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector):
    with importing.limited(collector.nodeid) if isinstance(collector, pytest.File) else contextlib.nullcontext():
        result = yield
    try:
        report = result.get_result()
    except SystemExit as error:
        report = testfix_conftests.script_report(collector, error)
        said = {"type": "SystemExit", "message": report.longrepr, "frames": []}
        channel.emit("collect_error", id=collector.nodeid, detail=report.longrepr, **said)
        result.force_result(report)
        return
    if report.outcome == "failed":
        excinfo = getattr(getattr(report, "call", None), "excinfo", None)
        error = testfix_failures.wrapped_error(excinfo.value) if excinfo is not None else None
        fields = getattr(report, "testfix_failure", None) or _describe_report(error, report)
        fields = fields or {"type": "", "message": "", "frames": []}
        path = _path(collector) if isinstance(collector, pytest.File) else None
        testless.report(path, dict(fields, id=report.nodeid, detail=_detail(report)))
    elif report.outcome == "skipped":
        channel.emit("collect_skip", id=report.nodeid, message=_skip_reason(report))
    elif isinstance(collector, pytest.Module):
        _note_collected(report, collector)


@faults.tolerated
def _note_collected(report, collector):
    doctests = getattr(collector.config.option, "doctestmodules", False)
    # What pytest has imported: a text file, and what plugins collect, may be a Module without any.
    names = getattr(getattr(collector, "_obj", None), "__dict__", ())
    testless.note_collected(report.nodeid, _path(collector), names, doctests)


def _path(collector):
    return getattr(collector, "path", None) or collector.fspath


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session):
    testless.end()
    channel.emit("collected", ids=[item.nodeid for item in session.items], testless=testless.collected)
    if _report_foreign():
        pytest.exit("a module of the project was imported from outside of the tree under test")


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtestloop(session):
    yield
    # Tests may delete the folder that they run in; pytest goes back there before it reports the end.
    os.makedirs(str(session.config.invocation_params.dir), exist_ok=True)


def pytest_runtest_logstart(nodeid):
    channel.emit("begin", id=nodeid)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_setup(item):
    with testing.limited(item.nodeid):
        yield


pytest_runtest_call = pytest_runtest_teardown = pytest_runtest_setup


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    result = yield
    report = result.get_result()
    if call.excinfo is not None and report.outcome == "failed":
        report.testfix_failure = testfix_failures.describe(call.excinfo.value, files)
        tracebacks.count_failure(item.config.option)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report):
    if report.when == "setup" and report.outcome == "passed":  # reported with the next phase: each event takes time
        seconds_of_setup[report.nodeid] = report.duration
        return
    duration = report.duration + seconds_of_setup.pop(report.nodeid, 0.0)
    fields = {"id": report.nodeid, "when": report.when, "outcome": report.outcome, "duration": duration}
    if hasattr(report, "context"):
        fields["sub"] = True
    if report.outcome == "failed":
        fields.update(getattr(report, "testfix_failure", None) or _describe_report(None, report) or {})
        fields["detail"] = _detail(report)
    elif report.outcome == "skipped":
        fields["message"] = _skip_reason(report)
    channel.emit("phase", **fields)


def pytest_internalerror(excrepr, excinfo):
    message = testfix_failures.shorten(str(excrepr), testfix_failures.DETAIL_LIMIT)
    channel.emit("internal", message=message, place=testfix_faults.raised_by_us(excinfo.value))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    _report_foreign()
    channel.emit("end", status=int(exitstatus))
    _omit_unused_summary(session.config.pluginmanager)


@faults.tolerated
def _omit_unused_summary(plugins):
    """Remove the plugin of hypothesis where no test used it: its summary imports the package, 0.9 CPU seconds."""
    if "hypothesis" not in sys.modules and plugins.hasplugin("hypothesispytest"):
        plugins.unregister(name="hypothesispytest")


def _report_foreign():
    found = guard.foreign_modules()
    if found:
        channel.emit("foreign", modules=found[:20])
    return bool(found)


@faults.tolerated
def _describe_report(error, report):
    if error is not None:
        return testfix_failures.describe(error, files)
    text = _detail(report)
    kind = "XPassStrict" if text.startswith("[XPASS(strict)]") else ""
    return {"type": kind, "message": testfix_failures.shorten(text, testfix_failures.MESSAGE_LIMIT), "frames": []}


def _detail(report):
    try:
        text = report.longreprtext
    except Exception as broken:
        text = "<the traceback can't be shown: %s>" % type(broken).__name__
    return testfix_failures.shorten(text, testfix_failures.DETAIL_LIMIT)


def _skip_reason(report):
    if getattr(report, "wasxfail", None):
        return "expected failure: %s" % report.wasxfail
    where = report.longrepr
    text = str(where[2]) if isinstance(where, tuple) and len(where) == 3 else _detail(report)
    return testfix_failures.shorten(text, testfix_failures.MESSAGE_LIMIT)


faults.guard_hooks(testfix_conftests.BrokenConftests, vital=("pytest_make_collect_report",))
_VITAL = (
    "load_initial_conftests", "configure", "collection_modifyitems", "make_collect_report", "collection_finish",
    "runtest_logreport", "internalerror", "sessionfinish",
)  # fmt: skip
faults.guard_hooks(sys.modules[__name__], vital=["pytest_" + name for name in _VITAL])
