"""What happened to the test that is running, as a pytest plugin gathers it.

Runs in the target's interpreter, in a forked child: standard library and its own pytest only, Python 3.9 and later.
"""

import contextlib

import pytest


class Reports:
    """The pytest plugin of a child: gathers what happened to the test that is running."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.status, self.error, self.message, self.line = "", "", "", ""

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        if call.excinfo is not None and not self.error:
            self.error = call.excinfo.typename
            with contextlib.suppress(Exception):
                self.message = str(call.excinfo.value)[:300]
            self.line = _place(call.excinfo.tb, str(item.path) if hasattr(item, "path") else str(item.fspath))
        yield

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.status = "failed" if report.when == "call" and self.status != "error" else "error"
        elif report.skipped and not self.status:
            self.status = "skipped"
        elif report.passed and report.when == "call" and not self.status:
            self.status = "passed"


def _place(trace, test_file):
    """The last line of the test's own file in a traceback: how far the test came."""
    place = ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == test_file:
            place = str(trace.tb_lineno)
        trace = trace.tb_next
    return place
