"""Ships log lines in batches to a sender."""
from dataclasses import dataclass, field


@dataclass
class Limits:
    max_lines: int = 100
    max_bytes: int = 4096
    max_age: float = 5.0
    max_attempts: int = 3


@dataclass
class Batch:
    lines: list
    attempts: int = 0


@dataclass
class Stats:
    sent: int = 0
    batches: int = 0
    dropped: int = 0
    by_level: dict = field(default_factory=dict)


class SendError(Exception):
    """The sender couldn't take a batch; it may be tried again."""


def format_line(level, message):
    return f"{level.upper()} {message.strip()}"


class Shipper:
    """Collects lines and hands them to `send`, a function of a list of lines.

    A batch is closed when it is full or when its first line is too old.
    """

    def __init__(self, send, limits=None):
        self._send = send
        self.limits = limits or Limits()
        self.stats = Stats()
        self._lines = []
        self._size = 0
        self._opened = None
        self._queue = []

    def log(self, level, message, now):
        line = format_line(level, message)
        size = len(line.encode()) + 1
        if size > self.limits.max_bytes:
            self.stats.dropped += 1
            return
        if self._size + size > self.limits.max_bytes:
            self._close()
        if self._opened is None:
            self._opened = now
        self._lines.append(line)
        self._size += size
        if len(self._lines) >= self.limits.max_lines:
            self._close()
        self._ship()

    def tick(self, now):
        """To be called now and then: closes an old batch and tries again."""
        if self._lines and now - self._opened >= self.limits.max_age:
            self._close()
        self._ship()

    def flush(self):
        self._close()
        self._ship()

    def _close(self):
        if not self._lines:
            return
        self._queue.append(Batch(self._lines))
        self._lines = []
        self._size = 0

    def _ship(self):
        """Send the closed batches in order, stopping at the first that fails."""
        while self._queue:
            batch = self._queue[0]
            batch.attempts += 1
            try:
                self._send(list(batch.lines))
            except SendError:
                if batch.attempts < self.limits.max_attempts:
                    return
                self._queue.pop(0)
                self.stats.dropped += len(batch.lines)
                continue
            self._queue.pop(0)
            self._count(batch)

    def _count(self, batch):
        self.stats.batches += 1
        self.stats.sent += len(batch.lines)
        for line in batch.lines:
            level = line.split(" ", 1)[0]
            self.stats.by_level[level] = self.stats.by_level.get(level, 0) + 1

    @property
    def pending(self):
        return len(self._lines) + sum(len(batch.lines) for batch in self._queue)
