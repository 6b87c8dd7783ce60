"""Converts events of the reporter in the target (`in_target/testfix_reporter.py`) to outcomes."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from testfix_pipeline.core.records import BADNESS, Frame, Outcome, Status
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import ErrorOrigin, NamedObject, RaisedWarning
from testfix_pipeline.execution.own_faults import describe_own_fault

_EVENT_BYTES = 512 * 1024 * 1024
"""More than this is no report; networkx with line coverage sends about 10 MB."""


@dataclass
class ReportedRun:
    """The content of a report. `collected` and `ended`: how far the run got; `running`: the current test. testless: the
    collected files without tests.

    torn_down: tests that came to their end so far, for show alone. conftest: why the first conftest.py that dies of
    program code does. versions: those of pytest and Python. own_faults: exceptions of our plugins; broken: the first
    one that the results rest on. renamed: tests that had other ids than known. together: the cases of functions that
    have another number of them than known.
    """

    collected: list[TestId] | None = None
    testless: list[TestId] = field(default_factory=list)
    outcomes: dict[TestId, Outcome] = field(default_factory=dict)
    collect_errors: dict[TestId, Outcome] = field(default_factory=dict)
    collect_skips: dict[str, str] = field(default_factory=dict)
    foreign: list[tuple[str, str]] = field(default_factory=list)
    phases: dict[str, set[str]] = field(default_factory=dict)
    running: str = ""
    internal: str = ""
    conftest: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    own_faults: list[str] = field(default_factory=list)
    broken: str = ""
    renamed: list[TestId] = field(default_factory=list)
    together: dict[str, list[TestId]] = field(default_factory=dict)
    torn_down: int = 0
    started: bool = False
    ended: bool = False
    coverage_events: list[dict[str, Any]] = field(default_factory=list)
    witnessed: list[dict[str, Any]] = field(default_factory=list)
    warned: list[RaisedWarning] = field(default_factory=list)

    @property
    def finished(self) -> dict[TestId, Outcome]:
        """The outcomes of finished tests: torn down, and called unless their setup failed."""
        return {test: outcome for test, outcome in self.outcomes.items() if self._is_finished(test, outcome)}

    def _is_finished(self, test: TestId, outcome: Outcome) -> bool:
        phases = self.phases[test]
        return "teardown" in phases and ("call" in phases or (outcome.phase == "setup" and outcome.status != "passed"))

    def join_cases(self, known: Mapping[str, Sequence[str]]) -> None:
        """Give each known case of a function whose number of cases differs the worst outcome of the present ones."""
        for function, found in self.together.items():
            ran = [test for test in found if test in self.outcomes]
            finished = self.finished
            worst = max(ran, key=lambda one: (one not in finished, BADNESS[self.outcomes[one].status]), default=None)
            if worst is None:
                continue
            outcome, phases = self.outcomes[worst], self.phases[worst]
            for test in ran:
                del self.outcomes[test], self.phases[test]
            for test in map(TestId, known[function]):
                self.outcomes[test], self.phases[test] = outcome.model_copy(update={"id": test}), phases
            if self.collected is not None:
                self.collected = [*(one for one in self.collected if one not in found), *map(TestId, known[function])]

    def add_event(self, event: dict[str, Any]) -> None:
        """Add one event; unknown kinds are ignored."""
        match event["e"]:
            case "start":
                self.started, self.versions = True, {"pytest": event["pytest"], "Python": event["python"]}
            case "collect_error":
                # The session itself fails to collect where a folder's conftest is broken; its id is empty then.
                identity = TestId(event["id"] or ".")
                self.collect_errors[identity] = _outcome(identity, "error", "collect", event)
            case "collect_skip":
                self.collect_skips[event["id"]] = event["message"]
            case "conftest":
                place = "".join(f" ({file}:{line})" for file, line, _ in event["frames"][-1:])
                self.conftest = self.conftest or f"{event['type']}: {event['message']}{place}"
            case "collected":
                self.collected = list(dict.fromkeys(event["ids"]))
                self.testless = list(map(TestId, dict.fromkeys(event["testless"])))
            case "cases":
                self.renamed, self.together = list(map(TestId, event["renamed"])), dict(event["together"])
            case "foreign":
                self.foreign = [(name, file) for name, file in event["modules"]]
            case "begin":
                self.running = event["id"]
            case "phase":
                self._add_phase(event)
            case "fault":
                self.versions = event["versions"]
                self._add_own_fault(f"{event['place']} ({event['hook']})", event["error"], bool(event["vital"]))
            case "internal":
                self.internal = self.internal or event["message"]
                if event.get("place"):
                    self._add_own_fault(event["place"], "".join(event["message"].strip().splitlines()[-1:]), vital=True)
            case "end":
                self.ended = True
            case "file" | "lines" | "untraced":
                self.coverage_events.append(event)
            case "witness":
                self.witnessed.append(event)
            case "warned":
                given = {name: event[name] for name in ("category", "text", "file", "line", "module")}
                self.warned.append(RaisedWarning(**given, named=_objects(event["named"])))

    def _add_own_fault(self, place: str, error: str, vital: bool) -> None:
        said = describe_own_fault(place, error, self.versions)
        if vital:
            self.broken = self.broken or said
        else:
            self.own_faults.append(said)

    def _add_phase(self, event: dict[str, Any]) -> None:
        """Merge a phase into its test's outcome: the worst status wins and brings its own error along."""
        test = event["id"]
        if event.get("sub") and event["outcome"] != "failed":
            return
        now = _outcome(test, _status(event), event["when"], event)
        before = self.outcomes.get(test)
        spent = now.duration + (before.duration if before else 0.0)
        worse = before is None or BADNESS[now.status] > BADNESS[before.status]
        decisive = now if worse or before is None else before
        self.outcomes[test] = decisive.model_copy(update={"duration": spent})
        self.phases.setdefault(test, set()).add(event["when"])
        if event["when"] == "teardown":
            self.torn_down += 1
            self.running = "" if self.running == test else self.running


def _objects(rows: Iterable[Iterable[Any]]) -> list[NamedObject]:
    return [NamedObject(written=text, module=module, name=name, how=how) for text, module, name, how in rows]


def _status(event: dict[str, Any]) -> Status:
    if event["outcome"] == "failed":
        return "failed" if event["when"] == "call" else "error"
    return "skipped" if event["outcome"] == "skipped" else "passed"


def _outcome(test: TestId, status: Status, phase: str, event: dict[str, Any]) -> Outcome:
    outcome = Outcome(
        id=test,
        status=status,
        duration=event.get("duration", 0.0),
        phase=phase,
        error_type=event.get("type", ""),
        message=event.get("message", ""),
        frames=[Frame(file=file, line=line, function=name) for file, line, name in event.get("frames", ())],
        detail=event.get("detail", ""),
    )
    objects, below = event.get("origin") or ((), ())
    origin = ErrorOrigin(named=_objects(objects), below=list(below))
    return outcome.model_copy(update={"origin": origin}) if objects or below else outcome


class ReportReader:
    """Reads events from a pipe in a thread. Lines without the nonce are ignored."""

    def __init__(self, fd: int, nonce: str) -> None:
        self.report = ReportedRun()
        self._nonce = nonce
        self._thread = threading.Thread(target=self._read, args=(fd,), daemon=True)
        self._thread.start()

    def finish(self, seconds: float = 30.0) -> ReportedRun:
        """Return the report after all writers have closed the pipe."""
        self._thread.join(seconds)
        return self.report

    def _read(self, fd: int) -> None:
        room = _EVENT_BYTES
        with os.fdopen(fd, "rb") as stream:
            for line in _bounded_lines(stream):
                room -= len(line)
                event = self._parse(line) if room > 0 else None
                if event is not None:
                    self._add_event(event)

    def _add_event(self, event: dict[str, Any]) -> None:
        """Add an event; a malformed one is ignored, as a stopped reader would block the writer."""
        try:
            self.report.add_event(event)
        except (LookupError, TypeError, ValueError, AttributeError) as problem:
            self.report.internal = self.report.internal or f"an event could not be read: {type(problem).__name__}"

    def _parse(self, line: bytes) -> dict[str, Any] | None:
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(event, dict) or event.get("n") != self._nonce:
            return None
        return _without_surrogates(event) if b"\\ud" in line else event


def _without_surrogates(value: Any) -> Any:
    """The data with lone surrogates escaped: text with them can't be written to a file."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    return value


def _bounded_lines(stream: Any) -> Iterable[bytes]:
    """Lines of bounded length, as an endless line must not fill the memory."""
    while line := stream.readline(64 * 1024 * 1024):
        yield line
