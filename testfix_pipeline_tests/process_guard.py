"""Marks the tests that start a process or a Dagster run, and fails an unmarked test that does.

`needs-processes.txt` says by which fixtures, modules and names such tests are known. `--record-processes` writes it:
every start is refused, so that the recording takes hardly longer than `make quick`.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

LIST = Path(__file__).with_name("needs-processes.txt")
MARKER = "processes"
_STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "os.system", "pty.spawn"}
_SEEN = "started"  # the user property that carries a start from a worker of xdist to the process that writes the list


class ProcessStarted(pytest.fail.Exception):
    """An unmarked test starts a process or a run. `except Exception` does not swallow it; a shared fixture keeps it."""


@dataclass(frozen=True)
class Known:
    """What is known of one test: its id without parameters, and its fixtures."""

    test: str
    fixtures: frozenset[str]

    @classmethod
    def of(cls, item: pytest.Item) -> Known:
        parameters = item.callspec.params if hasattr(item, "callspec") else ()
        fixtures = frozenset(getattr(item, "fixturenames", ())).difference(parameters)
        return cls(item.nodeid.partition("[")[0], fixtures)

    @property
    def module(self) -> str:
        return self.test.partition("::")[0]

    def names(self) -> set[str]:
        """Each line of the list that would mark this test."""
        package = PurePosixPath(self.module).parts[1]
        fixtures = {line for name in self.fixtures for line in (f"fixture {name}", f"fixture {package}:{name}")}
        return {f"test {self.test}", f"module {self.module}", *fixtures}


def shortest_list(starting: Iterable[Known], others: Iterable[Known]) -> list[str]:
    """Lines that mark all of `starting` and none of `others`, widest first: fixtures, modules, single tests."""
    starting = set(starting)
    forbidden = {name for known in set(others) - starting for name in known.names()}
    lines: list[str] = []
    left = starting
    for is_kind in (_is_shared_fixture, _is_fixture, _is_module, _is_test):
        candidates = {name for known in left for name in known.names() if is_kind(name)} - forbidden
        while candidates:
            best = max(sorted(candidates), key=lambda name: sum(name in known.names() for known in left))
            covered = {known for known in left if best in known.names()}
            if not covered:
                break
            lines.append(best)
            left = left - covered
            candidates.remove(best)
    return sorted(lines)


def _is_shared_fixture(line: str) -> bool:
    return _is_fixture(line) and ":" not in line


def _is_fixture(line: str) -> bool:
    return line.startswith("fixture ")


def _is_module(line: str) -> bool:
    return line.startswith("module ")


def _is_test(line: str) -> bool:
    return line.startswith("test ")


class ProcessGuard:
    """Refuses starts during unmarked tests, and remembers who tried."""

    def __init__(self, lines: Iterable[str], recording: bool) -> None:
        self.lines, self.recording = frozenset(lines), recording
        self.guarded = False
        self.started: list[str] = []
        self.collected: dict[str, Known] = {}
        self.ran: set[str] = set()
        self.starting: set[str] = set()
        self._watches_dagster = False
        sys.addaudithook(self._audit)

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.guarded and event in _STARTS:
            self._refuse(f"{event}{arguments[:2]}")

    def _refuse(self, what: str) -> None:
        self.started.append(what)
        raise ProcessStarted(what)

    def _watch_dagster(self) -> None:
        """Each way to a run registers it with the instance's storage."""
        module = sys.modules.get("dagster._core.storage.runs.sql_run_storage")
        if module is None or self._watches_dagster:
            return
        self._watches_dagster = True
        storage, guard = module.SqlRunStorage, self
        add_run = storage.add_run

        def guarded_add_run(self: Any, run: Any) -> Any:
            if guard.guarded:
                guard._refuse(f"Dagster run of {run.job_name}")
            return add_run(self, run)

        storage.add_run = guarded_add_run

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            known = self.collected[item.nodeid] = Known.of(item)
            if not self.recording and not self.lines.isdisjoint(known.names()):
                item.add_marker(MARKER)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self.started = []
        self._watch_dagster()
        self.guarded = item.get_closest_marker(MARKER) is None
        try:
            return (yield)
        finally:
            self.guarded = False

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """A start fails the test even where its code went on after the refusal."""
        report = yield
        if call.excinfo is not None and call.excinfo.errisinstance(ProcessStarted):  # also of a shared fixture, kept
            self.started.append(str(call.excinfo.value))
        if self.started:
            report.user_properties.append((_SEEN, self.started[0]))
            report.outcome = "failed"
            report.longrepr = (
                f"{item.nodeid} starts {self.started[0]}, and nothing in {LIST.name} says so. Start none, or add the "
                f"line `test {Known.of(item).test}` there"
            )
            self.started = []
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.ran.add(report.nodeid)
        if report.skipped or any(
            name == _SEEN for name, _ in report.user_properties
        ):  # who knows what a skipped one does
            self.starting.add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not self.recording or hasattr(session.config, "workerinput"):
            return
        starting = {self.collected[test] for test in self.starting}
        lines = shortest_list(starting, (self.collected[test] for test in self.ran - self.starting))
        LIST.write_text("".join(f"{line}\n" for line in lines))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record-processes", action="store_true", help=f"write {LIST.name} from one run of all tests")


def pytest_configure(config: pytest.Config) -> None:
    lines = LIST.read_text().splitlines() if LIST.exists() else ()
    config.pluginmanager.register(ProcessGuard(lines, config.getoption("--record-processes")), "process-guard")
