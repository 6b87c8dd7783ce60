"""Talks to the warm servers that try candidates inside the target's interpreter (`execution/in_target/warm_server.py`).

A server works on a private copy of the tree, so tests may write into it and the fresh server's candidates can be put
there.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.environment import IN_TARGET
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_environment, target_policy
from testfix_pipeline.execution.supervisor import Limits, Running, start

# Candidates need no explanations; plugins that repeat a failed test until it passes hide what is to be seen.
ARGUMENTS = ("--assert=plain", "--tb=no", "--capture=sys", "-q", "-p", "no:rerunfailures", "-p", "no:flaky")
CACHE = ("-o", "cache_dir=$TMPDIR/pytest-cache")
START_SECONDS = 120.0
MEMORY = 4 * 1024**3


class ServerLost(Exception):
    """The server is gone or could not start; the text says why."""


@dataclass(frozen=True)
class Outcome:
    """What one test did under a candidate. `line` is the last line of the test's own file that was reached."""

    test: str
    status: str
    error: str = ""
    message: str = ""
    line: str = ""
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        return self.status == "passed"


@dataclass(frozen=True)
class Answer:
    """What a child reported: outcomes in run order, and how it ended.

    end: done | stopped (at a failure, as asked) | cpu | wall | loop | exit | signal N | syntax | not live | no run
    """

    outcomes: dict[str, Outcome] = field(default_factory=dict)
    end: str = "done"
    detail: str = ""
    lines: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    batch: tuple[Answer, ...] = ()

    @property
    def killed(self) -> bool:
        """Whether the test after the last one reported was ended, or ended the process."""
        return self.end not in ("done", "stopped")


def private_copy(tree: Path, target: Path, shared: Sequence[str]) -> Path:
    """A copy of the tree without its git data; dependency folders are linked, not copied."""

    linked = {tree / name for name in shared}

    def ignore(folder: str, names: list[str]) -> set[str]:
        return {name for name in names if name in (".git", "__pycache__") or Path(folder, name) in linked}

    shutil.copytree(tree, target, symlinks=True, ignore=ignore)
    for name in shared:
        link = target / name
        if (tree / name).exists() and not link.exists():
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to((tree / name).resolve())
    return target


def _answer(reply: Mapping[str, Any]) -> Answer:
    outcomes = [Outcome(*values) for values in reply["tests"]]
    batch = tuple(_answer(one) for one in reply.get("batch", ()))
    return Answer({o.test: o for o in outcomes}, reply["end"], reply["detail"], reply.get("lines", {}), batch)


class WarmServer(AbstractContextManager["WarmServer"]):
    """One server process over a private tree. `mode` is "warm" or "fresh". Raises ServerLost where it can't start."""

    def __init__(self, project: TargetProject, tree: Path, mode: str, preload: Sequence[str] = ()) -> None:
        self.project = project
        self.tree = tree
        self.root = project.root(tree)
        self.mode = mode
        self.preload = list(preload)
        self.items: list[str] = []
        self.errors: dict[str, str] = {}
        self.modules: list[str] = []
        self._buffer = b""
        self._running: Running | None = None
        self._start()

    def _start(self) -> None:
        arguments = [*CACHE, f"--rootdir={self.root.resolve()}", *self.project.pytest_args, *ARGUMENTS]
        settings = {
            "mode": self.mode,
            "args": arguments,
            "preload": self.preload,
            "root": str(self.root.resolve()),
            "tree": str(self.tree.resolve()),
            "origin": str(self.project.origin) if self.project.origin else None,
            "shared": [str((self.tree / name).resolve()) for name in self.project.shared],
        }
        hello = self._launch(settings)
        if hello.get("foreign"):
            self.close()
            raise ServerLost(f"project modules are imported from elsewhere: {hello['foreign'][:3]}")
        if not hello.get("ready"):
            problem = f"pytest ended with {hello.get('code')}: {hello.get('errors')} {self.log()[-500:]}"
            self.close()
            raise ServerLost(problem)
        self.items, self.errors, self.modules = hello["items"], hello["errors"], hello["modules"]

    def _launch(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        try:
            self._running = start(
                [str(self.project.interpreter), str(IN_TARGET / "warm_server.py"), json.dumps(settings)],
                cwd=self.root,
                env=target_environment(self.project, self.tree, pycache=None),
                limits=Limits(None, memory_bytes=MEMORY),
                policy=target_policy(self.project),
                writable=[self.tree],
            )
            return self._read(START_SECONDS)
        except ServerLost as lost:
            return {"ready": False, "code": str(lost), "errors": {}}
        except MeasurementError as error:
            raise ServerLost(str(error)) from error

    def log(self) -> str:
        return self._running.log().decode("utf-8", "replace") if self._running else ""

    def _read(self, seconds: float) -> dict[str, Any]:
        assert self._running is not None and self._running.stdout is not None
        fd = self._running.stdout.fileno()
        deadline = time.monotonic() + seconds
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([fd], [], [], max(0.0, deadline - time.monotonic()))
            data = os.read(fd, 1 << 20) if ready else b""
            if not data:
                raise ServerLost("no answer in time" if not ready else "ended")
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, request: Mapping[str, Any], seconds: float) -> Answer:
        """Send one request and wait for its answer. Raises ServerLost."""
        if self._running is None or self._running.stdin is None:
            raise ServerLost("closed")
        try:
            self._running.stdin.write(json.dumps(request).encode() + b"\n")
            self._running.stdin.flush()
            reply = self._read(seconds)
        except (OSError, ValueError) as error:
            raise ServerLost(str(error)) from error
        return _answer(reply)

    def close(self) -> None:
        if self._running is not None:
            self._running.close()
            self._running = None
        self._buffer = b""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
