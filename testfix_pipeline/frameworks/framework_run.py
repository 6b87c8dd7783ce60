"""Runs tests of one framework, process by process, and goes on after a process that a test has ended."""

from __future__ import annotations

import json
import os
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.process_limits import suite_limits
from testfix_pipeline.execution.processes.supervisor import ProcessResult, Running, run, start
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.frameworks.build_folders import BuildFolders, build_folders
from testfix_pipeline.frameworks.channel import INJECTED
from testfix_pipeline.frameworks.model import (
    Begin,
    Collected,
    End,
    Event,
    FileError,
    Launch,
    LaunchingAdapter,
    Result,
    SuiteRequest,
    Target,
)
from testfix_pipeline.frameworks.verdict import Ending, ProcessRun, RunVerdict, Why, verdict

_FAREWELL_SECONDS = 20.0
"""How long a process may go on after its end mark."""
_GRACE = 1.5
"""The framework's own limit for a test comes first; ours, for a test that blocks it, is so many times as long."""
_GRACE_SECONDS = 5.0
_LOAD_SECONDS = 120.0
"""How long a file may load at least: it may transpile its imports."""
_MOST_RESUMED = 50
"""How many processes of one measurement may be ended by a test before the rest is left."""
_MOST_LINE = 64 * 1024 * 1024
_MOST_RESULTS = 256 * 1024 * 1024
_QUIET = {"CI": "true"}
"""It keeps vitest and jest from writing new snapshots. Colours are taken out of messages: variables against them would
change the tests of programs that write in colour."""


@dataclass(frozen=True)
class Surroundings:
    """What a run of tests may use: see `SandboxPolicy`; `env` is set for the tests.

    cache: see `build_folders`.
    """

    policy: SandboxPolicy = field(default_factory=SandboxPolicy)
    env: Mapping[str, str] = field(default_factory=dict)
    memory_bytes: int | None = None
    cache: Path | None = None


@dataclass(frozen=True)
class FrameworkRun:
    """A measurement: its verdict, the processes that it took, and their logs."""

    verdict: RunVerdict
    runs: tuple[ProcessRun, ...]
    log: str
    seconds: float


def run_target(
    adapter: LaunchingAdapter,
    tree: Path,
    target: Target,
    request: SuiteRequest | None = None,
    *,
    surroundings: Surroundings | None = None,
    expected: Collection[TestId] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> FrameworkRun:
    """Run what `request` says (None = all) of the target's tests in `tree`, a checkout of the project.

    expected: ids that must have a result, such as the baseline's; None stands for the ids that were asked for. A test
    or file that ends its process, or never ends, has failed; the tests after it run in a new process.
    Raises MeasurementError where a process can't be started.
    """
    request = request or SuiteRequest()
    began = time.monotonic()
    with build_folders(adapter.name, (surroundings or Surroundings()).cache) as folders:
        session = _Session(
            adapter, tree, target, surroundings or Surroundings(), folders, began + request.seconds, cancel
        )
        runs = list(session.runs(request))
    found = verdict(runs, adapter.capabilities(target).grade, request.ids if expected is None else expected)
    log = "".join(one.ending.log for one in runs)
    return FrameworkRun(found, tuple(runs), log, time.monotonic() - began)


def run_rounds(
    adapter: LaunchingAdapter,
    tree: Path,
    target: Target,
    request: SuiteRequest,
    *,
    surroundings: Surroundings,
    cancel: Callable[[], bool] | None = None,
) -> list[FrameworkRun]:
    """Run what `request` says `request.rounds` times for an adapter that `repeats`; returns a run each.

    It does so in one process, or builds once and starts a process for each round.

    Rounds are missing from the first on that did not come to its end, or where the project keeps the adapter from it.
    Raises MeasurementError where the process can't be started.
    """
    began = time.monotonic()
    launches = adapter.launches(target, request)
    builds = [one for one in launches if one.builds == "write"]
    if len(launches) - len(builds) != 1:
        return []
    with build_folders(adapter.name, surroundings.cache) as folders:
        session = _Session(adapter, tree, target, surroundings, folders, began + request.seconds, cancel)
        built = [session.run_process(one, request) for one in builds]
        last = launches[-1]
        rounds = list(session.repeat(last, request) if built else session.run_process(last, request).rounds())
    grade, seconds = adapter.capabilities(target).grade, (time.monotonic() - began) / max(1, len(rounds))
    return [
        FrameworkRun(verdict([*built, one], grade, request.ids), (*built, one), one.ending.log, seconds)
        for one in rounds
    ]


def start_warm(
    launch: Launch, folder: Path, tree: Path, fd: int, surroundings: Surroundings, folders: BuildFolders | None = None
) -> Running:
    """Start a process that runs tests of the package in `folder` again and again; it may write to `tree`.

    One that builds may write to `folders` instead. fd: the pipe for its answers. Raises MeasurementError where it can't
    be started.
    """
    policy = surroundings.policy
    order = {**launch.order, **(folders.order() if folders is not None else {})}
    built = folders.paths() if folders is not None else []
    read = folders.readable() if folders is not None and launch.builds == "read" else []
    running = start(
        launch.argv,
        cwd=folder,
        env=clean_environment(policy.env, {**_QUIET, **surroundings.env, **launch.env}),
        limits=suite_limits(None),
        policy=replace(policy, read=(*policy.read, str(INJECTED), *launch.read, *map(str, read))),
        writable=built if launch.builds == "write" else [tree],
        pass_fds=[fd],
    )
    running.drain("stdout", _MOST_LINE)
    assert running.stdin is not None
    running.stdin.write(json.dumps({**order, "root": str(folder.resolve()), "fd": fd}).encode() + b"\n")
    running.stdin.flush()
    return running


@dataclass
class _Session:
    adapter: LaunchingAdapter
    tree: Path
    target: Target
    surroundings: Surroundings
    folders: BuildFolders
    deadline: float
    cancel: Callable[[], bool] | None

    def runs(self, request: SuiteRequest) -> Iterator[ProcessRun]:
        """Run all launches; after one that was ended by a test, what it left."""
        pending = [(launch, request) for launch in self.adapter.launches(self.target, request)]
        resumed = 0
        while pending:
            launch, wanted = pending.pop(0)
            done = self.run_process(launch, wanted)
            yield done
            rest = _rest(wanted, launch, done)
            if rest is not None and resumed < _MOST_RESUMED and time.monotonic() < self.deadline:
                resumed += 1
                pending[:0] = [(one, rest) for one in self.adapter.launches(self.target, rest)]

    def repeat(self, launch: Launch, request: SuiteRequest) -> Iterator[ProcessRun]:
        """Run a launch once for each round, up to the first that does not come to its end."""
        for _ in range(request.rounds):
            done = self.run_process(launch, request)
            if not done.ended:
                return
            yield done

    def run_process(self, launch: Launch, request: SuiteRequest) -> ProcessRun:
        """Run one process to its end, and read its events."""
        reading, writing = os.pipe()
        nonce = secrets.token_hex(16)
        root = str((self.tree / self.target.folder).resolve())
        built = self.folders.order() if launch.builds else {}
        launch = replace(launch, order={**launch.order, **built, "nonce": nonce, "fd": writing, "root": root})
        watched = _Watched(self.adapter, launch, request, reading)
        for stale in self._results(launch):  # those of an earlier run say nothing of this one
            stale.unlink()
        try:
            completed = self._start(launch, writing, watched.is_over(self.cancel))
        finally:
            os.close(writing)
        events = watched.finish()
        if launch.results != "channel":
            found = [completed.stdout] if launch.results == "stdout" else map(_read_results, self._results(launch))
            events = list(self.adapter.events(launch, found))
        building = completed.seconds if launch.builds == "write" else 0.0
        return ProcessRun(tuple(events), _ending(completed, watched), launch.files, launch.argv, building)

    def _results(self, launch: Launch) -> list[Path]:
        """The files that hold the results, by name; none where they come by a stream."""
        if launch.results in ("channel", "stdout"):
            return []
        return sorted(path for path in (self.tree / self.target.folder).glob(launch.results) if not path.is_dir())

    def _start(self, launch: Launch, writing: int, is_over: Callable[[], bool]) -> ProcessResult:
        policy = self.surroundings.policy
        read = self.folders.readable() if launch.builds == "read" else []
        return run(
            launch.argv,
            cwd=self.tree / self.target.folder,
            env=clean_environment(policy.env, {**_QUIET, **self.surroundings.env, **launch.env}),
            limits=suite_limits(max(0.1, self.deadline - time.monotonic()), self.surroundings.memory_bytes),
            policy=replace(policy, read=(*policy.read, str(INJECTED), *launch.read, *map(str, read))),
            writable=[self.tree, *(self.folders.paths() if launch.builds == "write" else [])],
            pass_fds=[writing],
            stdin=json.dumps(launch.order).encode(),
            cancel=is_over,
            merge_output=launch.results != "stdout",
        )


class _Watched:
    """Reads a process's events while it runs, and knows when it has been in one test, or one file, for too long."""

    def __init__(self, adapter: LaunchingAdapter, launch: Launch, request: SuiteRequest, reading: int) -> None:
        self.events: list[Event] = []
        self.why = ""
        self._test_seconds = request.test_seconds * _GRACE + _GRACE_SECONDS
        self._load_seconds = max(_LOAD_SECONDS, self._test_seconds)
        self._last = time.monotonic()
        self._thread = threading.Thread(target=self._read, args=(adapter, launch, reading), daemon=True)
        self._thread.start()

    def finish(self) -> list[Event]:
        """All events, once every writer is gone."""
        self._thread.join(30.0)
        return self.events

    def is_over(self, cancel: Callable[[], bool] | None) -> Callable[[], bool]:
        """A function that says whether the process is to be ended now."""

        def over() -> bool:
            if cancel is not None and cancel():
                self.why = "cancelled"
                return True
            return self._is_stuck()

        return over

    def _is_stuck(self) -> bool:
        quiet = time.monotonic() - self._last
        last = self.events[-1] if self.events else None
        if any(isinstance(event, End) for event in self.events[-3:]):
            return quiet > _FAREWELL_SECONDS
        in_test = isinstance(last, Begin)
        if quiet > (self._test_seconds if in_test else self._load_seconds) and last is not None:
            self.why = "hang"
            return True
        return False

    def _read(self, adapter: LaunchingAdapter, launch: Launch, reading: int) -> None:
        with os.fdopen(reading, "rb") as stream:
            lines = iter(lambda: stream.readline(_MOST_LINE), b"")
            reported = adapter.events(launch, lines) if launch.results == "channel" else iter(())
            for event in reported:
                self.events.append(event)
                self._last = time.monotonic()
            while stream.read(65536):  # never hold up a writer
                pass


def _ending(completed: ProcessResult, watched: _Watched) -> Ending:
    log = completed.log.decode(errors="replace")
    limited = completed.timed_out or completed.limit
    why: Why = "hang" if watched.why == "hang" else "limit" if limited else "cancelled" if watched.why else ""
    return Ending(completed.returncode, why, log, completed.containment)


def _read_results(path: Path) -> bytes:
    """The results file of a process; nothing where it is absent, a link, or larger than anyone writes."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return b""
    with os.fdopen(handle, "rb") as stream:
        found = stream.read(_MOST_RESULTS + 1)
    return found if len(found) <= _MOST_RESULTS else b""


def _finished_files(done: ProcessRun, finished: Collection[TestId]) -> set[str]:
    collected = [event for event in done.events if isinstance(event, Collected)]
    open_files = {event.file for event in collected if not set(event.ids) <= set(finished)}
    return {event.file for event in collected} - open_files


def _rest(request: SuiteRequest, launch: Launch, done: ProcessRun) -> SuiteRequest | None:
    """What a process that was ended by one of its tests or files has left to do; None where nothing or unknown."""
    if done.ended or done.ending.why in ("limit", "cancelled") or not (done.running or done.loading):
        return None
    finished = {event.id for event in done.events if isinstance(event, Result)}
    broken = {event.file for event in done.events if isinstance(event, FileError)}
    without = request.without | finished | ({done.running} if done.running else set())
    without_files = (
        request.without_files
        | broken
        | _finished_files(done, finished)
        | ({done.loading} if done.loading and not done.running else set())
    )
    return replace(request, files=launch.files or request.files, without=without, without_files=without_files)
