"""Reads the output of an untrusted process into bounded memory."""

from __future__ import annotations

import os
import threading
from collections import deque

_CHUNK = 65536


class BoundedOutput:
    """The beginning and the end of a stream, read by a thread until the stream ends.

    `limit` bytes are kept, a quarter of them from the beginning; the rest is read and dropped, so that the writer
    is never held up.
    """

    def __init__(self, fd: int, limit: int) -> None:
        self._fd = fd
        self._head_room = limit // 4
        self._tail_room = limit - self._head_room
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._dropped = 0
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._drain, daemon=True)
        self._thread.start()

    @property
    def truncated(self) -> bool:
        """Whether anything was left out."""
        return self._dropped > 0

    def read(self) -> bytes:
        """The output so far; a line in the middle says how much is missing."""
        with self._lock:
            gap = b"\n[... %d bytes left out ...]\n" % self._dropped if self._dropped else b""
            return bytes(self._head) + gap + b"".join(self._tail)

    def finish(self, seconds: float) -> bytes:
        """Wait for the end of the stream, at most `seconds`, and return the output."""
        self._thread.join(seconds)
        return self.read()

    def _drain(self) -> None:
        with os.fdopen(self._fd, "rb", buffering=0) as stream:
            while chunk := stream.read(_CHUNK):
                with self._lock:
                    self._keep(chunk)

    def _keep(self, chunk: bytes) -> None:
        room = self._head_room - len(self._head)
        self._head += chunk[:room]
        rest = chunk[room:] if room else chunk
        if not rest:
            return
        self._tail.append(rest)
        self._tail_size += len(rest)
        while self._tail_size > self._tail_room:
            self._drop(self._tail_size - self._tail_room)

    def _drop(self, excess: int) -> None:
        first = self._tail.popleft()
        gone = min(excess, len(first))
        if gone < len(first):
            self._tail.appendleft(first[gone:])
        self._tail_size -= gone
        self._dropped += gone
