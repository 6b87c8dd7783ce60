"""Prints what tests cost in CPU seconds, their processes included: `--cpu-seconds N`, by folder and of the N dearest.

Unlike a duration, that is nearly the same on a busy machine, and it is what decides how long a run on all cores takes.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Generator
from pathlib import PurePosixPath
from typing import Any

import pytest

from testfix_pipeline_tests.warm import spent_warm

_COST = "cpu_seconds"  # the user property of a report, and what a worker of xdist hands in when it ends


def spent() -> float:
    """CPU seconds of this process so far, and of those of its processes that have ended."""
    return _used(resource.RUSAGE_SELF) + _used(resource.RUSAGE_CHILDREN) + spent_warm()


def _used(whom: int) -> float:
    used = resource.getrusage(whom)
    return used.ru_utime + used.ru_stime


def folder_of(test: str) -> str:
    """The package of tests that a test belongs to; of those in no package, the module."""
    return PurePosixPath(test.partition("::")[0]).parts[1]


class CpuSeconds:
    """The plugin: measures each phase of each test where it runs, and sums up where the report is printed."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.tests: Counter[str] = Counter()
        self.workers = 0.0
        self._before = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        self._before = spent()
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = spent()
        report.user_properties.append((_COST, now - self._before))
        self._before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.tests[report.nodeid] += sum(value for name, value in report.user_properties if name == _COST)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[_COST] = spent()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.workers += getattr(node, "workeroutput", {}).get(_COST, 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        folders: Counter[str] = Counter()
        for test, seconds in self.tests.items():
            folders[folder_of(test)] += seconds
        total = self.workers + _used(resource.RUSAGE_SELF) if self.workers else spent()  # children: the workers
        terminalreporter.section(f"CPU seconds: {self.tests.total():.0f} of tests, {total:.0f} with collecting them")
        for name, seconds in [*folders.most_common(), *self.tests.most_common(self.most)]:
            terminalreporter.write_line(f"{seconds:7.1f}  {name}")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cpu-seconds", type=int, metavar="N", help="print CPU seconds by folder and of the N dearest")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--cpu-seconds"):
        config.pluginmanager.register(CpuSeconds(config.getoption("--cpu-seconds")), "cpu-seconds")
