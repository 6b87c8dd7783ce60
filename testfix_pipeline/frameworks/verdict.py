"""Reduces the events of a run to results, and says whether they may be believed. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from testfix_pipeline.core.records import NEVER_ENDS, Grade
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.own_faults import describe_own_fault, fault_in_log
from testfix_pipeline.frameworks.channel import INJECTED
from testfix_pipeline.frameworks.model import (
    Begin,
    Collected,
    End,
    ErrorReport,
    Event,
    FileError,
    HookError,
    Loading,
    OwnFault,
    Result,
    RoundEnd,
    Tampering,
)

FaultKind = Literal[
    "own_fault",
    "no_end",
    "no_result",
    "repeated",
    "unknown",
    "vanished",
    "no_tests",
    "unchecked",
    "tampering",
    "exit_code",
]
Why = Literal["", "hang", "limit", "cancelled"]
ENDED_PROCESS = "ProcessEnded"
HOOK_FAILED = "HookFailed"
_LISTED = 5
_SAID = 600
"""Characters of a log's beginning and of its end that a fault quotes."""


@dataclass(frozen=True)
class FrameworkFault:
    """Why a run is no measurement. `tests`: the ids that it is about, where it is about some."""

    kind: FaultKind
    message: str
    tests: tuple[TestId, ...] = ()


@dataclass(frozen=True)
class Ending:
    """How a process ended. `why`: "" by itself, else "hang" (one test or file took too long) or "limit".

    containment: what held the process: see `SuiteRun`.
    """

    returncode: int | None = 0
    why: Why = ""
    log: str = ""
    containment: str = ""


@dataclass(frozen=True)
class ProcessRun:
    """The events of one process, in order, and how it ended. argv: the program and its arguments.

    build_seconds: how long it took, where it built what the tests are run from.
    """

    events: tuple[Event, ...]
    ending: Ending = Ending()
    files: tuple[str, ...] = ()
    argv: tuple[str, ...] = ()
    build_seconds: float = 0.0

    @property
    def ended(self) -> bool:
        """Whether the framework came to its end by itself."""
        return any(isinstance(event, End) for event in self.events)

    def rounds(self) -> Iterator[ProcessRun]:
        """The rounds of a process that ran its tests several times, up to the first that did not come to its end."""
        start = 0
        for number, event in enumerate(self.events):
            if isinstance(event, RoundEnd):
                one = replace(self, events=self.events[start:number], ending=replace(self.ending, why=""))
                if not one.ended:
                    return
                yield one
                start = number + 1

    @property
    def running(self) -> TestId | None:
        """The last test that began and has no result."""
        open_tests: dict[TestId, None] = {}
        for event in self.events:
            if isinstance(event, Begin):
                open_tests[event.id] = None
            elif isinstance(event, Result):
                open_tests.pop(event.id, None)
        return next(reversed(open_tests), None)

    @property
    def loading(self) -> str:
        """The last file that began to load and neither gave tests nor an error; "" if none."""
        pending: dict[str, None] = {}
        for event in self.events:
            if isinstance(event, Loading):
                pending[event.file] = None
            elif isinstance(event, Collected | FileError):
                pending.pop(event.file, None)
            elif isinstance(event, Begin):
                pending.pop(event.id.file, None)
        return next(reversed(pending), "")


@dataclass(frozen=True)
class RunVerdict:
    """The results of a run. They may be used only if there is no fault.

    grade: how sure the results are; never "proved" with a fault. focused: files that keep some of their tests from
    running by `only`. hooks: what failed around tests.
    """

    results: Mapping[TestId, Result]
    file_errors: Mapping[str, FileError] = field(default_factory=dict)
    hooks: tuple[HookError, ...] = ()
    faults: tuple[FrameworkFault, ...] = ()
    grade: Grade = "reported"
    focused: tuple[str, ...] = ()

    @property
    def green(self) -> bool:
        """Whether something passed, nothing failed, and nothing is in doubt."""
        statuses = Counter(result.status for result in self.results.values())
        bad = statuses["failed"] + statuses["error"] + len(self.file_errors) + len(self.hooks) + len(self.faults)
        return statuses["passed"] > 0 and not bad


def verdict(runs: Sequence[ProcessRun], grade: Grade, expected: Collection[TestId] | None = None) -> RunVerdict:
    """Reduce the runs of all processes of a measurement.

    grade: what the adapter reaches. expected: ids that must all have a result exactly once, such as those of the
    baseline or those that were asked for; None asks for whatever was collected.
    """
    reported = [event for run in runs for event in run.events]
    errors = {event.file: event for event in reported if isinstance(event, FileError)}
    errors.update(_ended_while_loading(runs))
    results, repeated = _results([*reported, *_ended_in_test(runs)])
    hooks = tuple(event for event in reported if isinstance(event, HookError))
    results = {**_not_run(hooks, results), **_explained(results, hooks)}
    collected = {test for event in reported if isinstance(event, Collected) for test in event.ids}
    faults = [
        *_own_faults(runs),
        *_tampering(reported),
        *_missing_ends(runs, errors),
        *_about("repeated", "has more than one result", repeated),
        *_about("unknown", "has a result but was never collected", _unknown(results, collected)),
        *_about("no_result", "was collected but has no result", _missing(results, collected, errors)),
        *_about("vanished", "was expected but has no result", _vanished(expected, results, collected, errors)),
        *_unchecked(runs, grade),
        *_unexplained_exit(runs, grade, results, errors),
    ]
    if not results and not errors and not faults:
        faults.append(FrameworkFault("no_tests", "No test was found."))
    return RunVerdict(
        results=results,
        file_errors=errors,
        hooks=hooks,
        faults=tuple(faults),
        grade="reported" if faults else grade,
        focused=tuple(
            dict.fromkeys(event.file for event in reported if isinstance(event, Collected) and event.focused)
        ),
    )


def _results(events: Iterable[Event]) -> tuple[dict[TestId, Result], set[TestId]]:
    """The result of each test, and the tests with more than one. The first word stands."""
    results: dict[TestId, Result] = {}
    repeated = set()
    for event in events:
        if isinstance(event, Result):
            if event.id in results:
                repeated.add(event.id)
            results.setdefault(event.id, event)
    return results, repeated


def _ended_in_test(runs: Iterable[ProcessRun]) -> Iterable[Result]:
    """A test in which its process ended has failed: it never ends, or it ends the process."""
    for run in runs:
        if not run.ended and run.running is not None:
            yield Result(run.running, "failed", error=_why_ended(run.ending, "test"))


def _ended_while_loading(runs: Iterable[ProcessRun]) -> dict[str, FileError]:
    found = {}
    for run in runs:
        if not run.ended and run.running is None and run.loading:
            found[run.loading] = FileError(run.loading, _why_ended(run.ending, "file"))
    return found


def _why_ended(ending: Ending, thing: str) -> ErrorReport:
    if ending.why == "hang":
        return ErrorReport(NEVER_ENDS, f"The {thing} did not come to its end within its time and was ended.")
    if ending.why:
        return ErrorReport(ENDED_PROCESS, f"The {thing} was running when the process was ended: {ending.why}.")
    return ErrorReport(ENDED_PROCESS, f"The {thing} ended its process with exit code {ending.returncode}.")


def _not_run(hooks: Iterable[HookError], results: Mapping[TestId, Result]) -> dict[TestId, Result]:
    """Errors for the tests that did not run because a hook failed, if the framework reports nothing of them."""
    found = {}
    for hook in hooks:
        message = f"{hook.hook} failed: {hook.error.message}"
        error = ErrorReport(hook.error.type or HOOK_FAILED, message, hook.error.frames)
        found.update({test: Result(test, "error", error=error) for test in hook.tests if test not in results})
    return found


def _explained(results: Mapping[TestId, Result], hooks: Iterable[HookError]) -> dict[TestId, Result]:
    """The same results; a test that was an error because of a group's hook has the hook's error as its own."""
    found = dict(results)
    groups = [(hook, len(hook.titles)) for hook in hooks]
    for test, result in results.items():
        hook = next((h for h, n in groups if h.file == test.file and test.titles[:n] == h.titles), None)
        if result.status == "error" and hook is not None:
            found[test] = replace(result, error=hook.error)
    return found


def _own_faults(runs: Iterable[ProcessRun]) -> list[FrameworkFault]:
    """The exceptions of our own code in the processes: nothing else that the run says counts then."""
    found = [event for run in runs for event in run.events if isinstance(event, OwnFault)]
    said = [describe_own_fault(one.place, one.error, one.versions) for one in found]
    said += [text for run in runs if not run.ended if (text := fault_in_log(run.ending.log, INJECTED))]
    return [FrameworkFault("own_fault", text) for text in dict.fromkeys(said)]


def _tampering(events: Iterable[Event]) -> list[FrameworkFault]:
    found = dict.fromkeys(event for event in events if isinstance(event, Tampering))
    return [
        FrameworkFault("tampering", f"{event.kind}: {event.what}" + f" ({event.file})" * bool(event.file))
        for event in found
    ]


def _missing_ends(runs: Iterable[ProcessRun], errors: Mapping[str, FileError]) -> list[FrameworkFault]:
    """A process that left before the end is a fault, unless one test or file is known to be the cause."""
    found = []
    for run in runs:
        if run.ended or run.running is not None or run.loading:
            continue
        if run.files and all(file in errors for file in run.files):
            continue
        how = run.ending.why or f"exit code {run.ending.returncode}"
        said = f" It said: {_shortened(run.ending.log.strip())}" if run.ending.log.strip() else ""
        found.append(FrameworkFault("no_end", f"The framework ended before its end ({how}).{said}"))
    return found


def _shortened(log: str) -> str:
    """The beginning and the end of a log: errors stand above their stacks, or below what was printed before them."""
    return log if len(log) <= 2 * _SAID else f"{log[:_SAID]}\n...\n{log[-_SAID:]}"


def _unknown(results: Mapping[TestId, Result], collected: Collection[TestId]) -> set[TestId]:
    return results.keys() - set(collected) if collected else set()


def _missing(
    results: Mapping[TestId, Result], collected: Collection[TestId], errors: Mapping[str, FileError]
) -> set[TestId]:
    return {test for test in set(collected) - results.keys() if test.file not in errors}


def _vanished(
    expected: Collection[TestId] | None,
    results: Mapping[TestId, Result],
    collected: Collection[TestId],
    errors: Mapping[str, FileError],
) -> set[TestId]:
    gone = set(expected or ()) - results.keys() - set(collected)
    return {test for test in gone if test.file not in errors}


def _unchecked(runs: Iterable[ProcessRun], grade: Grade) -> list[FrameworkFault]:
    """A run that proves has asked at least one canary in each process in which a test passed."""
    if grade != "proved":
        return []
    ends = [(run, event) for run in runs for event in run.events if isinstance(event, End)]
    silent = [run for run, end in ends if not end.canaries and _passed_something(run)]
    return [FrameworkFault("unchecked", "The assertions were not checked, although tests passed.")] if silent else []


def _unexplained_exit(
    runs: Iterable[ProcessRun], grade: Grade, results: Mapping[TestId, Result], errors: Mapping[str, FileError]
) -> list[FrameworkFault]:
    """A report without a failure by a command that failed: one of the two is wrong, and nothing else tells which."""
    codes = {run.ending.returncode for run in runs if run.ended and run.ending.returncode != 0}
    explained = errors or any(result.status in ("failed", "error") for result in results.values())
    if grade == "proved" or explained or not codes:
        return []
    return [
        FrameworkFault("exit_code", f"The report has no failure, but the command ended with exit code {codes.pop()}.")
    ]


def _passed_something(run: ProcessRun) -> bool:
    return any(isinstance(event, Result) and event.status == "passed" for event in run.events)


def _about(kind: FaultKind, what: str, tests: Collection[TestId]) -> list[FrameworkFault]:
    if not tests:
        return []
    ordered = tuple(sorted(tests))
    named = ", ".join(ordered[:_LISTED]) + (", ..." if len(ordered) > _LISTED else "")
    return [FrameworkFault(kind, f"{len(ordered)} x a test {what}: {named}", ordered)]
