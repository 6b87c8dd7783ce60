"""Exchanges JSON objects, one a line, with a warm process."""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from testfix_pipeline.execution.processes.supervisor import Running
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp

POLL_SECONDS = 0.1
# How much later than the time that a request had its answer may come.
GRACE_SECONDS = 1.0
_CHUNK_BYTES = 1 << 20


class ServerLost(Exception):
    """The process is gone or could not start; the text says why."""


class JsonLines:
    """Sends requests to a process on its standard input and reads its answers.

    running: the process, which `close` ends. clock: when to give up. reading: the pipe with the answers, which `close`
    closes; None = standard output of the process.
    """

    def __init__(self, running: Running, clock: Clock, reading: int | None = None) -> None:
        self._running, self.clock, self._own_pipe = running, clock, reading
        self._unread = b""
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        """Whether it was closed, as it is where the time ends before an answer comes."""
        return self._is_closed

    @property
    def is_contained(self) -> bool:
        """Whether the process runs in a sandbox."""
        return self._running.containment == "bubblewrap"

    def send(self, request: Mapping[str, Any]) -> None:
        """Send one request. Raises ServerLost where the process is gone, TimeIsUp where the clock says so."""
        self.clock.check()
        if self._is_closed or self._running.stdin is None:
            raise ServerLost("closed")
        try:
            self._running.stdin.write(json.dumps(request).encode() + b"\n")
            self._running.stdin.flush()
        except (OSError, ValueError) as error:
            raise ServerLost(str(error)) from error

    def read(self, seconds: float) -> dict[str, Any]:
        """The next answer, at most `seconds` from now.

        Raises ServerLost where none comes or it is no JSON. Ends the process and raises TimeIsUp where the clock was
        cancelled or is over for more than GRACE_SECONDS.
        """
        deadline = time.monotonic() + seconds
        while b"\n" not in self._unread:
            data = self._next_bytes()
            if data:
                self._unread += data
            elif data is not None:
                raise ServerLost(self._why_it_ended())
            elif self.clock.cancelled() or self.clock.left() < -GRACE_SECONDS:
                self.close()
                raise TimeIsUp("cancelled" if self.clock.cancelled() else "budget")
            elif time.monotonic() > deadline:
                raise ServerLost("no answer in time")
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            answer: dict[str, Any] = json.loads(line)
        except ValueError as error:
            raise ServerLost("its answer can't be read") from error
        return answer

    def _next_bytes(self) -> bytes | None:
        """The bytes that come within POLL_SECONDS: None = none yet, empty = the other end is closed."""
        if self._is_closed:
            raise ServerLost("closed")
        try:
            if (pipe := self._own_pipe) is None:
                assert self._running.stdout is not None
                pipe = self._running.stdout.fileno()
            ready, _, _ = select.select([pipe], [], [], POLL_SECONDS)
            return os.read(pipe, _CHUNK_BYTES) if ready else None
        except (OSError, ValueError) as error:
            raise ServerLost(str(error)) from error

    def _why_it_ended(self) -> str:
        self._running.wait(GRACE_SECONDS)
        return f"it broke its limit of {self._running.limit}" if self._running.limit else "it ended"

    def log(self) -> str:
        """What the process wrote to standard error so far, bounded."""
        return self._running.log().decode("utf-8", "replace")

    def close(self) -> None:
        """End the process. Safe to call twice."""
        if self._is_closed:
            return
        self._is_closed = True
        self._running.close()
        if self._own_pipe is not None:
            with suppress(OSError):
                os.close(self._own_pipe)
