"""Collects records and hands them over in batches."""

import json


class WriterClosed(Exception):
    pass


class BatchWriter:
    """sink(list of records) is called with at most `size` records whose text has at most `max_bytes` together."""

    def __init__(self, sink, size=100, max_bytes=10_000):
        self._sink = sink
        self._size = size
        self._max_bytes = max_bytes
        self._pending = []
        self._pending_bytes = 0
        self.written = 0
        self.closed = False

    def add(self, record):
        if self.closed:
            raise WriterClosed("nothing can be added any more")
        length = len(json.dumps(record, sort_keys=True).encode())
        if length > self._max_bytes:
            raise ValueError(f"a record of {length} bytes is too long")
        if self._pending_bytes + length > self._max_bytes:
            self.flush()
        self._pending.append(record)
        self._pending_bytes += length
        if len(self._pending) >= self._size:
            self.flush()

    def add_all(self, records):
        for record in records:
            self.add(record)

    def flush(self):
        if not self._pending:
            return
        batch, self._pending, self._pending_bytes = self._pending, [], 0
        self._sink(batch)
        self.written += len(batch)

    def discard(self):
        """Forget what was not handed over; how many records those were."""
        count = len(self._pending)
        self._pending, self._pending_bytes = [], 0
        return count

    def close(self):
        if self.closed:
            return
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        if kind is not None:
            self.discard()
        self.close()
