"""Talks to the warm servers that try candidates inside the target's interpreter (`execution/in_target/warm_server.py`).

A server works on a private copy of the tree, so tests may write into it and the fresh server's candidates can be put
there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.in_target.testfix_places import cases_by_function, match_places
from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, private_folders, start
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_environment, target_policy
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.validation.json_lines import GRACE_SECONDS, JsonLines, ServerLost

# Candidates need no explanations; plugins that repeat a failed test until it passes hide what is to be seen.
ARGUMENTS = ("--assert=plain", "--tb=no", "--capture=no", "-q", "-p", "no:rerunfailures", "-p", "no:flaky")
CACHE = ("-o", "cache_dir=$TMPDIR/pytest-cache")
START_SECONDS = 120.0
REQUEST_SECONDS = 900.0
MEMORY = 4 * 1024**3
PROCESSES = 256


@dataclass(frozen=True)
class Answer:
    """What a child reported: outcomes in run order, and how it ended.

    entered: whether the candidate's code ran; cpu: the seconds of computing that all of it took; import_cpu: of which
    until the tests were collected; items: those (both of a fresh process alone).
    profiles: what a request with `trace` asked for, as `warm_trace.py` records it, by test.
    end: done | stopped (at a failure, as asked) | cpu | loop | wall (it waited) | time (the request's was over) |
    exit | signal N | syntax | not live | no run | lost (with the server)
    observed: what a probe showed, by test and place (`in_target/warm_probe.py`).
    """

    outcomes: dict[TestId, CandidateOutcome] = field(default_factory=dict)
    end: str = "done"
    detail: str = ""
    profiles: Mapping[TestId, Any] = field(default_factory=dict)
    batch: tuple[Answer, ...] = ()
    observed: Mapping[TestId, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    entered: bool = True
    cpu: float = 0.0
    import_cpu: float = 0.0
    items: Sequence[TestId] = ()
    calls: Sequence[Sequence[Any]] = ()

    @property
    def killed(self) -> bool:
        """Whether the test after the last one reported was ended, or ended the process."""
        return self.end not in ("done", "stopped")


def _answer(reply: Mapping[str, Any]) -> Answer:
    outcomes = {TestId(test): CandidateOutcome(TestId(test), *values) for test, *values in reply["tests"]}
    more = {name: reply[name] for name in ("end", "detail", "entered", "cpu", "calls", "import_cpu") if name in reply}
    for name in ("profiles", "observed"):
        more[name] = {TestId(test): one for test, one in reply.get(name, {}).items()}
    batch = tuple(map(_answer, reply.get("batch", ())))
    return Answer(outcomes, batch=batch, items=list(map(TestId, reply.get("items", ()))), **more)


def with_names(message: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A message with other names in place of those of `names`, wherever they stand."""

    def replaced(value: Any) -> Any:
        if isinstance(value, str):
            return names.get(value, value)
        if isinstance(value, Mapping):
            return {replaced(name): replaced(one) for name, one in value.items()}
        return [replaced(one) for one in value] if isinstance(value, list | tuple) else value

    return dict(replaced(message) if names else message)


class WarmServer(AbstractContextManager["WarmServer"]):
    """One server process over a private tree. `mode` is "warm" or "fresh". `files`: those to collect, None for all.

    `discard` is removed with the server where this process dies. Raises ServerLost where it can't start, TimeIsUp
    where the clock says so meanwhile.
    """

    def __init__(
        self,
        project: TargetProject,
        tree: Path,
        mode: str,
        preload: Sequence[str] = (),
        clock: Clock | None = None,
        discard: Path | None = None,
        files: Sequence[str] | None = None,
    ) -> None:
        self.project, self.tree, self.root, self.files = project, tree, project.root(tree), files
        self.mode, self.preload, self.discard = mode, list(preload), discard
        self.clock = clock or Clock()
        self.items: list[TestId] = []
        self.errors: dict[str, str] = {}
        self.modules: list[str] = []
        self.lean: list[TestId] = []
        self.threads = 0
        self._names: Mapping[str, str] = {}
        self._lines: JsonLines | None = None
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        hello = self._launch(self._settings())
        if hello.get("foreign"):
            raise ServerLost(f"project modules are imported from elsewhere: {hello['foreign'][:3]}")
        if not hello.get("ready"):
            raise ServerLost(f"pytest ended with {hello.get('code')}: {hello.get('errors')} {self.log()[-500:]}")
        found, known = cases_by_function(hello["items"]), cases_by_function(self.project.known.tests)
        self._names, _ = match_places(known, found)
        hello = with_names(hello, self._names)
        self.items, self.lean = [TestId(test) for test in hello["items"]], [TestId(test) for test in hello["lean"]]
        self.errors, self.modules, self.threads = hello["errors"], hello["modules"], hello["threads"]

    def _settings(self) -> dict[str, Any]:
        project = self.project
        return {
            "mode": self.mode,
            "args": [*CACHE, f"--rootdir={self.root.resolve()}", *project.pytest_args, *ARGUMENTS],
            "preload": self.preload,
            "files": None if self.files is None else list(self.files),
            "root": str(self.root.resolve()),
            "tree": str(self.tree.resolve()),
            "origin": str(project.origin) if project.origin else None,
            "shared": [str((self.tree / name).resolve()) for name in project.shared],
            **private_folders(project.env, project.sandbox),
        }

    def _launch(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        try:
            running = start(
                [str(self.project.interpreter), str(IN_TARGET / "warm_server.py"), json.dumps(settings)],
                cwd=self.root,
                env=target_environment(self.project, self.tree, pycache=None),
                limits=ProcessLimits(None, memory_bytes=MEMORY, processes=PROCESSES),
                policy=target_policy(self.project),
                writable=[self.tree],
                discard=self.discard,
            )
            self._lines = JsonLines(running, self.clock)
            return self._lines.read(START_SECONDS)
        except ServerLost as lost:
            return {"ready": False, "code": str(lost), "errors": {}}
        except MeasurementError as error:
            raise ServerLost(str(error)) from error

    def log(self) -> str:
        """What the server wrote to standard error so far, bounded; empty once it is closed."""
        return self._lines.log() if self._lines else ""

    def ask(
        self,
        request: Mapping[str, Any],
        seconds: float = REQUEST_SECONDS,
        on_progress: Callable[[int], None] | None = None,
    ) -> Answer:
        """Send one request and wait for its answer, at most so long and as long as the clock allows.

        `on_progress` is called now and then with how many tests are done. Raises ServerLost, TimeIsUp.
        """
        self.clock.check()
        if self._lines is None:
            raise ServerLost("closed")
        self._lines.clock = self.clock  # a later search's, where the process is lent
        left = min(seconds, self.clock.left())
        asked = with_names(request, {known: found for found, known in self._names.items()})
        if self.mode == "fresh":
            every = cases_by_function(self.project.known.tests)
            asked |= {"cases": {name: every[name] for name in cases_by_function(request["tests"]) if name in every}}
        self._lines.send({**asked, "left": left})
        reply = self._lines.read(left + 2 * GRACE_SECONDS)
        while "progress" in reply:
            if on_progress is not None:
                on_progress(reply["progress"])
            reply = self._lines.read(left + 2 * GRACE_SECONDS)
        if reply["end"] == "time":
            self.clock.check()
        return _answer(with_names(reply, self._names))

    def close(self) -> None:
        """End the server. Safe to call twice."""
        if self._lines is not None:
            self._lines.close()
            self._lines = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
