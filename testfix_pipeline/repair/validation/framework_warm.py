"""Talks to the warm process of a test framework: it runs tests again and again with other texts of the project's files.

What it says is a first opinion. Each test that it judges has done there, without a candidate, what it does in its
framework, and a patch counts only once the framework itself has run it in a process of its own (`confirmer.py`).
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes.supervisor import Running
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.warm_suites import CompiledSuite, WarmSuite
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.validation.json_lines import JsonLines, ServerLost
from testfix_pipeline.repair.validation.processes import BATCH

START_SECONDS = 60.0
"""A framework reads its configuration and plugins before its process is ready."""
UNSUPPORTED = "TestfixUnsupported"
"""The error of a test that uses what only its framework has."""
NEVER_ENDS = ("NeverEnds", "NeverSettles")
"""Errors of tests that were ended: one that ran on, and one that waits for what can't come any more."""
_MOST_BYTES = 1 << 30
"""A process that has grown to this is started again."""


class Limits(NamedTuple):
    """Seconds that a test may compute, and may wait; likewise the import of a test file."""

    test: float
    load: float


class WarmLook(NamedTuple):
    """What tests did with some texts. `lost`: the process had to be ended, the last of these tests never came back.
    is_invalid: the texts do not compile. is_costly: they have to be looked at by themselves.

    lines: by test, what the counters in the texts say, where that was asked for. imports: the seconds that the
    import of each test file took. why: what the process says of tests that it could not run at all.
    """

    outcomes: Mapping[TestId, CandidateOutcome]
    lost: bool = False
    is_invalid: bool = False
    is_costly: bool = False
    lines: Mapping[TestId, Sequence[str]] = MappingProxyType({})
    imports: Mapping[str, float] = MappingProxyType({})
    why: str = ""


def start_process(begin: Callable[[int], Running | None], clock: Clock) -> JsonLines:
    """The process that `begin` starts with the pipe for its answers. Raises ServerLost, TimeIsUp."""
    reading, writing = os.pipe()
    with ExitStack() as failing:
        failing.callback(os.close, reading)
        try:
            running = begin(writing)
        except (MeasurementError, OSError) as error:
            raise ServerLost(str(error)) from error
        finally:
            os.close(writing)
        if running is None:
            raise ServerLost("it has no warm process")
        failing.pop_all()
    found = JsonLines(running, clock, reading)
    with ExitStack() as failing:
        failing.callback(found.close)
        if "ready" not in found.read(START_SECONDS):
            raise ServerLost("it has no warm process")
        failing.pop_all()
    return found


class WarmProcess(ABC):
    """What runs tests of a suite again and again over a private tree. `folder`: the suite's. batch: how many candidates
    should be looked at together."""

    def __init__(self, project: TargetProject, suite: WarmSuite | CompiledSuite, tree: Path, clock: Clock) -> None:
        self.project, self.suite, self.folder, self.tree, self.clock = project, suite, suite.folder, tree, clock
        self.batch = BATCH

    @abstractmethod
    def look(
        self,
        tests: Sequence[TestId],
        texts: Sequence[Mapping[str, str]],
        limits: Limits,
        seconds: float,
        most_endless: int = 2,
        lines: bool = False,
    ) -> list[WarmLook]:
        """What the tests do with each of some sets of texts (by path of the project), in the order of running.

        Where the process is lost on the way, the list ends with that. seconds: how long one set may take.
        most_endless: after so many tests of a file that never end, its others are not waited for. lines: tell lines.
        Raises ServerLost where it can't be started again, TimeIsUp.
        """

    def compare(self, request: Mapping[str, Any], seconds: float) -> list[dict[str, Any]]:
        """The calls of a request and their outcomes with each of its texts, as `warm/calls.mjs` tells them.

        request: `tests`, the status of each in `expected`, `variants` (texts by path of the project), and how many.
        Calls that no test made are left out where nothing contains the process. Raises ServerLost, TimeIsUp.
        """
        raise ServerLost("it can't compare calls")

    @property
    def is_over(self) -> bool:
        """Whether the time ended it, and it is not started again by itself."""
        return False

    @property
    def is_contained(self) -> bool:
        """Whether a sandbox holds the process, so that calls may be made that no test makes."""
        return False

    @abstractmethod
    def close(self) -> None:
        """End the process. Safe to call twice."""

    def _look_of(self, reply: Mapping[str, Any]) -> WarmLook:
        found = [(self._outcome(one), one.get("lines") or ()) for one in reply["tests"]]
        imports = {self._in_project(file): seconds for file, seconds in reply["loads"].items()}
        lines = {one.test: lines for one, lines in found}
        is_not_run = {"is_invalid": bool(reply.get("invalid")), "is_costly": bool(reply.get("costly"))}
        why = str(reply.get("why", ""))
        return WarmLook({one.test: one for one, _ in found}, **is_not_run, lines=lines, imports=imports, why=why)

    def _outcome(self, said: Mapping[str, Any]) -> CandidateOutcome:
        file, titles, number = said["id"]
        test = TestId.of(self._in_project(file), titles, number + 1)
        times = said.get("seconds", 0.0), said.get("waited", 0.0)
        return CandidateOutcome(test, said["status"], said["error"], said["message"], said["line"], *times)

    def _in_project(self, file: str) -> str:
        return f"{self.folder}/{file}" if self.folder else file

    def _in_suite(self, file: str) -> str:
        return file.removeprefix(f"{self.folder}/") if self.folder else file

    def _question(self, tests: Sequence[TestId], limits: Limits, **more: Any) -> dict[str, Any]:
        """A request for tests under limits, as all processes read it."""
        sent = [[self._in_suite(test.file), list(test.titles), test.occurrence - 1] for test in tests]
        return {"tests": sent, "test_ms": 1000 * limits.test, "load_ms": 1000 * limits.load, **more}

    def _placed(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Texts by the whole paths of their files."""
        root = self.project.root(self.tree).resolve()
        return {str(root / path): text for path, text in texts.items()}


class FrameworkWarm(WarmProcess):
    """One process of a suite over a private tree. Raises ServerLost where it can't be started, or there is none."""

    suite: WarmSuite

    def __init__(self, project: TargetProject, suite: WarmSuite, tree: Path, clock: Clock) -> None:
        super().__init__(project, suite, tree, clock)
        self._lines: JsonLines | None = None
        self._is_large = False
        self.start()

    def start(self) -> None:
        """Start the process, for the first time or again. Raises ServerLost where it does not start, TimeIsUp."""
        self.close()
        self._lines = start_process(lambda fd: self.suite.start_warm(self.project, self.tree, fd), self.clock)

    def look(
        self,
        tests: Sequence[TestId],
        texts: Sequence[Mapping[str, str]],
        limits: Limits,
        seconds: float,
        most_endless: int = 2,
        lines: bool = False,
    ) -> list[WarmLook]:
        placed = list(map(self._placed, texts))
        asked = self._question(tests, limits, texts=placed, most_endless=most_endless, lines=lines)
        if self._is_large:
            self.start()
        found: list[WarmLook] = []
        try:
            process = self._started()
            process.send(asked)
            for _ in texts:
                found.append(self._look_of(process.read(seconds)))
        except ServerLost:
            self.start()
            found.append(WarmLook({}, lost=True))
        return found

    def compare(self, request: Mapping[str, Any], seconds: float) -> list[dict[str, Any]]:
        process = self._started()
        own = {"tests": self._question(request["tests"], Limits(0, 0))["tests"], "make": process.is_contained}
        process.send({**request, **own, "variants": list(map(self._placed, request["variants"])), "most_endless": 1})
        found: list[dict[str, Any]] = process.read(seconds)["calls"]
        return found

    def ask(
        self,
        request: Mapping[str, Any],
        tests: Sequence[TestId],
        texts: Mapping[str, str],
        limits: Limits,
        seconds: float,
    ) -> Iterator[dict[str, Any]]:
        """Yield the replies to a question on what tests notice (`warm/answers.mjs`), one for each of its `tries`.

        texts: of files, by path of the project; so are those of a try. seconds: the longest time without a reply.
        Raises ServerLost, after which `start` has to be called, and TimeIsUp.
        """
        if self._is_large:
            self.start()
        process = self._started()
        asked = self._question(tests, limits, **{"texts": self._placed(texts), **request})
        if "tries" in request:
            asked["tries"] = [{**one, "texts": one["texts"] and self._placed(one["texts"])} for one in request["tries"]]
        process.send(asked)
        for _ in request.get("tries", (request,)):
            yield process.read(seconds)

    @property
    def is_contained(self) -> bool:
        return self._lines is not None and self._lines.is_contained

    def _look_of(self, reply: Mapping[str, Any]) -> WarmLook:
        self._is_large = reply.get("bytes", 0) > _MOST_BYTES
        return super()._look_of(reply)

    def _started(self) -> JsonLines:
        self.clock.check()
        if self._lines is None:
            raise ServerLost("closed")
        if self._lines.is_closed:  # the time was over while it ran a test, and there is some again
            self.start()
        self._lines.clock = self.clock
        return self._lines

    def close(self) -> None:
        if self._lines is not None:
            self._lines.close()
        self._lines, self._is_large = None, False
