"""A pytest plugin that notes the outcome of the running test, and runs most tests without pytest's reports.

pytest makes three reports of every test and shows them to all plugins: most of the time of a quick test. Where nobody
else reads reports, tests that were seen to do the same without are run without (`lean`).
"""

import contextlib
import re
import unittest

import pytest
import testfix_failures

_ENDS_ALL = (KeyboardInterrupt, pytest.exit.Exception)
_SKIPS = (pytest.skip.Exception, pytest.xfail.Exception, unittest.SkipTest)
_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
# These fixtures read the reports of their test, or make more.
_NEED_REPORTS = {"subtests", "tmp_path", "tmpdir"}


class OutcomePlugin:
    """Notes the outcome of the current test. `lean`: the ids of tests that run without pytest's reports."""

    def __init__(self):
        self.lean = frozenset()
        self.clear()

    def clear(self):
        self.status, self.error, self.message, self.line = "", "", "", ""

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        if call.excinfo is not None:
            self._note_error(item, call.excinfo.value)
        yield

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.status = "failed" if report.when == "call" and self.status != "error" else "error"
        elif report.skipped and not self.status:
            self.status = "skipped"
        elif report.passed and report.when == "call" and not self.status:
            self.status = "passed"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item, nextitem):
        if item.nodeid not in self.lean:
            return None
        if not item._request:  # it has run before in this process
            item._initrequest()
        hook = item.ihook
        try:
            if self._run_phase(hook.pytest_runtest_setup, "setup", item=item):
                self._run_phase(hook.pytest_runtest_call, "call", item=item)
            self._run_phase(hook.pytest_runtest_teardown, "teardown", item=item, nextitem=nextitem)
        finally:
            item._request = False
            item.funcargs = None
        return True

    def _run_phase(self, hook, when, item, **more):
        """Run a phase of a test, note its outcome, and return whether it succeeded."""
        try:
            hook(item=item, **more)
        except _ENDS_ALL:
            raise
        except _SKIPS:
            self.status = self.status or "skipped"
        except BaseException as error:
            self._note_error(item, error)
            self.status = "failed" if when == "call" else "error"
        else:
            if when == "call":
                self.status = "passed"
            return True
        return False

    def _note_error(self, item, error):
        if not self.error:
            self.error = type(error).__name__
            with contextlib.suppress(Exception):
                self.message = _ADDRESS.sub("0x", str(error)[:300])
            self.line, trace = "", error.__traceback__  # the last line of the test's own file: how far it came
            while trace is not None:
                if trace.tb_frame.f_code.co_filename == str(getattr(item, "path", None) or item.fspath):
                    self.line = str(trace.tb_lineno)
                trace = trace.tb_next


def lean_items(session, root):
    """The items that may run without reports, as far as that can be decided without running them.

    Plugins that come with the project (below `root`) may do anything with a report; others show or store it.
    """
    hooks = session.config.pluginmanager.hook
    readers = hooks.pytest_runtest_makereport.get_hookimpls()
    runners = [one for one in hooks.pytest_runtest_protocol.get_hookimpls() if not _is_wrapper(one)]
    files = testfix_failures.ProjectPaths(root)
    codes = (getattr(one.function, "__code__", None) for one in readers)
    if any(code is not None and files.relative_path(code.co_filename) is not None for code in codes):
        return []
    if any(not one.function.__module__.startswith(("_pytest.", "warm_")) for one in runners):
        return []
    return [item for item in session.items if _is_lean_function(item)]


def _is_wrapper(implementation):
    return implementation.hookwrapper or getattr(implementation, "wrapper", False)


def _is_lean_function(item):
    """Whether an item is a plain function test without fixtures that read reports; `unittest` keeps its own errors."""
    if not isinstance(item, pytest.Function) or hasattr(item, "addError"):
        return False
    return item.get_closest_marker("xfail") is None and not _NEED_REPORTS & set(item.fixturenames)
