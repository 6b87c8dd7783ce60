"""The processes of one worker: candidates go in, outcomes come out, and nothing that a run did stays behind.

A server that a candidate took down is started again. The tree is as before after every run.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, TypedDict, Unpack

from testfix_pipeline.core.test_ids import TestId, file_of
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.private_tree import PrivateTree
from testfix_pipeline.repair.validation.warm_server_client import Answer, WarmServer

# How often servers are started again because a candidate took them down, before the tests count as unusable.
RESTARTS = 20
# How many candidates share the first run in one process.
BATCH = 12
# Seconds that a fresh process may wait, and compute, until its tests are collected.
IMPORT_IDLE, IMPORT_CPU = 20.0, 60.0

Request = Mapping[str, Any]


class WaitOptions(TypedDict, total=False):
    """How an answer is waited for, see `WarmServer.ask`."""

    seconds: float
    on_progress: Callable[[int], None] | None


class Processes(contextlib.AbstractContextManager["Processes"]):
    """A warm server, and a fresh one once it is needed, over one private tree; leaving the `with` block ends them.

    scope: the tests to work with, None for all. `warm` is None where the tests can't be loaded into a process that
    stays; `notes` then says why. `touched`: whether the last run in it changed files of the tree.
    start_seconds: what the warm server took to start.
    """

    start_seconds = 0.0

    def __init__(
        self,
        project: TargetProject,
        tree: Path,
        pristine: Path,
        clock: Clock,
        discard: Path | None,
        scope: Sequence[TestId] | None = None,
    ) -> None:
        self.project = project
        self.root = str(project.root(tree).resolve())
        self.clock = clock
        self.notes: list[str] = []
        self._discard = discard
        self.touched = False
        self._scope = scope
        self._restarts = 0
        self._known: Request = {}
        self._fresh: Future[WarmServer] | None = None
        self._lock = threading.Lock()
        self.warm: WarmServer | None = None
        self.tree = tree
        began = time.monotonic()
        try:
            self.warm = self._start("warm")
        except ServerLost as lost:
            self.notes.append(f"The tests could not be loaded into a warm process: {str(lost)[:300]}")
        self.start_seconds = time.monotonic() - began
        self._first_notes = tuple(self.notes)
        self._guard = PrivateTree(tree, pristine)
        # In the suite's order; values mean nothing.
        self.items = self._within(self.warm.items if self.warm else self._collect())

    def begin(self, clock: Clock, scope: Sequence[TestId] | None) -> None:
        """From now on, work against this clock and with the tests of `scope`, and know nothing of earlier searches."""
        self._scope = scope
        self.items = self._within(self.warm.items if self.warm else self.items)
        self.clock, self.notes, self._known = clock, list(self._first_notes), {}
        for server in self._running():
            server.clock = clock

    def can_try(self, candidate: Candidate, import_lines: Callable[[Part], Collection[int]]) -> bool:
        """Whether a candidate can be tried in a process that runs already. import_lines: of a part, run at import."""
        return self.warm is not None and not any(part.runs_at_import(import_lines(part)) for part in candidate.parts)

    def orders(self, candidate: Candidate) -> Sequence[Mapping[str, Any]]:
        """The orders to put such a candidate into the process, as `ask_warm` takes them."""
        return changes_of(candidate, self.root)

    @property
    def batch(self) -> int:
        """How many candidates should share the first run in one process."""
        return BATCH

    @property
    def threads(self) -> int:
        """How many threads the import of the tests has started; a forked child does not have them."""
        return self.warm.threads if self.warm else 0

    def leave_warm(self, why: str) -> None:
        """From now on, run everything in fresh processes."""
        self.notes.append(why)
        if self.warm is not None:
            self.warm.close()
        self.warm = None
        self.items = self._within(self._collect())

    def _within(self, items: Iterable[TestId]) -> dict[TestId, None]:
        wanted = None if self._scope is None else frozenset(self._scope)
        return dict.fromkeys(test for test in items if wanted is None or test in wanted)

    def _collect(self) -> Sequence[TestId]:
        request = {"tests": [], "paths": [], "idle": IMPORT_IDLE, "import_cpu": IMPORT_CPU}
        return self.ask_fresh(None, request).items

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        for server in self._running():
            server.close()

    def _running(self) -> Iterator[WarmServer]:
        """The servers, of which one may have begun to start: it works against the clock of the search that began it."""
        if self.warm is not None:
            yield self.warm
        if self._fresh is not None:
            with contextlib.suppress(ServerLost, TimeIsUp):
                yield self._started()

    def _start(self, mode: str) -> WarmServer:
        preload = self.warm.modules if mode == "fresh" and self.warm else ()
        files = None if self._scope is None else sorted({file_of(test) for test in self._scope})
        return WarmServer(self.project, self.tree, mode, preload, self.clock, self._discard, files)

    def prepare_fresh(self) -> None:
        """Start the fresh server while others work: most searches try edits of import-time code sooner or later."""
        with self._lock:
            if self._fresh is None:
                pool = ThreadPoolExecutor(1, thread_name_prefix="starting")
                self._fresh = pool.submit(self._start, "fresh")
                pool.shutdown(wait=False)

    def _started(self) -> WarmServer:
        """The fresh server, which is started unless that was done. Raises ServerLost, TimeIsUp."""
        self.prepare_fresh()
        assert self._fresh is not None
        try:
            return self._fresh.result()
        except (ServerLost, TimeIsUp):
            self._fresh = None
            raise

    def ask_warm(self, request: Request, candidate: Candidate | None = None, **waiting: Unpack[WaitOptions]) -> Answer:
        """What a forked child of the warm server says. Raises ServerLost where there is none any more, TimeIsUp.

        `request` says what is swapped in; the texts of `candidate` are for what tests read or start from the files.
        """
        assert self.warm is not None
        try:
            self.write(candidate)
            return self.warm.ask(request, **waiting)
        except ServerLost as lost:
            self._count_loss(lost)
            self.warm.close()
            self._guard.restore()
            self.warm = self._start("warm")
            self.know(**self._known)
            return Answer(end="lost", detail=str(lost))
        finally:
            self.touched = self._guard.restore()

    def know(self, **known: Any) -> None:
        """What holds from now on. lean: tests to run without pytest's reports; cpu: seconds that tests may take."""
        self._known = known
        if self.warm is not None:
            self.warm.ask({"know": known})

    def ask_as_is(self, request: Request, **waiting: Unpack[WaitOptions]) -> Answer:
        """What the tests do without a candidate: in the warm process, or in a fresh one where there is none."""
        is_warm = self.warm is not None
        return self.ask_warm(request, **waiting) if is_warm else self.ask_fresh(None, request, **waiting)

    def ask_fresh(self, candidate: Candidate | None, request: Request, **waiting: Unpack[WaitOptions]) -> Answer:
        """The same for a process that imports the project again, from files into which the candidate is written."""
        fresh = self._started()
        try:
            self.write(candidate)
            paths = sorted({file_of(test) for test in request["tests"]})
            limits = {"paths": paths, "first_idle": IMPORT_IDLE, "import_cpu": IMPORT_CPU}
            return fresh.ask({**limits, **request}, **waiting)
        except ServerLost as lost:
            self._count_loss(lost)
            fresh.close()
            self._fresh = None
            return Answer(end="lost", detail=str(lost))
        finally:
            self._guard.restore()

    def write(self, candidate: Candidate | None) -> None:
        """Puts the candidate's texts into the tree, until the next answer."""
        for part in candidate.parts if candidate else ():
            path = Path(self.root, part.source.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(part.contents)

    def _count_loss(self, lost: ServerLost) -> None:
        self._restarts += 1
        if self._restarts > RESTARTS:
            raise ServerLost(f"lost {self._restarts} times, the last time: {lost}") from lost


def changes_of(candidate: Candidate, root: str) -> Sequence[Mapping[str, Any]]:
    """The orders to swap a candidate's code into live functions."""
    return [change for part in candidate.parts for change in part.changes(root)]
